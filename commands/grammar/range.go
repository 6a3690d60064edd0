package grammar

import "fmt"

// RangeError is the cause of a problem with a number that its parameter does not take: what was
// said, and the nearest that it takes, as canonical lines have them ("xl45", "xl30").
type RangeError struct{ Said, Takes string }

func (e *RangeError) Error() string { return fmt.Sprintf("%s is out of range", e.Said) }
