package truthtest

import (
	"bufio"
	"encoding/json"
	"io"
)

// JSONRows reads lines of JSON as rows: a text as it is, quoted so that it has
// no line breaks, anything else as JSON.
func JSONRows(file io.Reader, yield func(Row)) error {
	sc := bufio.NewScanner(file)
	sc.Buffer(nil, 16<<20)
	for sc.Scan() {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(sc.Bytes(), &fields); err != nil {
			return err
		}
		row := Row{}
		for name, raw := range fields {
			row[name] = string(raw)
		}
		yield(row)
	}
	return sc.Err()
}
