package grammar

import "fmt"

// RangeError reports a number that is out of its parameter's range. Said is what was typed and
// Takes the nearest number in range, both as canonical lines write them: "xl45", "xl30".
type RangeError struct{ Said, Takes string }

func (e *RangeError) Error() string { return fmt.Sprintf("%s is out of range", e.Said) }
