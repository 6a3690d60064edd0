package query

import (
	"strings"
	"sync"
)

// texts is a column of texts: each different text once, and its number in each
// row.
type texts struct {
	dict  []string
	codes map[string]int32
	rows  numbers
	last  int32 // the code that was added last
	room  []byte
}

func (c *texts) add(s string) {
	// Games that come one after the other have many texts in common.
	if int(c.last) >= len(c.dict) || c.dict[c.last] != s {
		c.last = c.code(s)
	}
	c.rows.add(int64(c.last))
}

// addList adds texts with blanks between.
func (c *texts) addList(list []string) {
	c.room = c.room[:0]
	for i, s := range list {
		if i > 0 {
			c.room = append(c.room, ' ')
		}
		c.room = append(c.room, s...)
	}
	c.know()
	n, ok := c.codes[string(c.room)]
	if !ok {
		n = c.code(string(c.room))
	}
	c.last = n
	c.rows.add(int64(n))
}

// know makes the numbers of the texts, which a column that was read does not have yet.
func (c *texts) know() {
	if c.codes != nil {
		return
	}
	c.codes = make(map[string]int32, len(c.dict))
	for i, s := range c.dict {
		c.codes[s] = int32(i)
	}
}

// code returns the number of a text, a new one if it is not known.
func (c *texts) code(s string) int32 {
	c.know()
	if n, ok := c.codes[s]; ok {
		return n
	}
	n := int32(len(c.dict))
	s = strings.Clone(s) // it may be a part of a long line
	c.dict = append(c.dict, s)
	c.codes[s] = n
	return n
}

// derived is what follows from each text of a dictionary: another text, or a
// number. It grows with the dictionary, and is computed when it is first asked for.
type derived struct {
	mu   sync.Mutex
	from []string // the part of the dictionary that is done
	to   texts    // without rows
	map_ []int64  // for each text of the dictionary the code in to, or the number
}

// of brings the derived values up to a dictionary. They must not be changed.
func (d *derived) texts(dict []string, f func(string) string) (codes []int64, names []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range dict[len(d.from):] {
		d.map_ = append(d.map_, int64(d.to.code(f(s))))
	}
	d.from = dict
	return d.map_[:len(dict):len(dict)], d.to.dict
}

func (d *derived) numbers(dict []string, f func(string) int64) []int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range dict[len(d.from):] {
		d.map_ = append(d.map_, f(s))
	}
	d.from = dict
	return d.map_[:len(dict):len(dict)]
}
