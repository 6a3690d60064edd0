package rules

// BUC says whether a thing is blessed, uncursed or cursed. The zero value
// means that the asker did not say; every engine then takes the thing to be
// uncursed.
type BUC uint8

const (
	BUCNotSaid BUC = iota
	Blessed
	Uncursed
	Cursed
)

var bucNames = [...]string{"", "blessed", "uncursed", "cursed"}

// String returns the word for it; empty if it was not said.
func (b BUC) String() string { return bucNames[b] }

// MarshalText returns the word for it.
func (b BUC) MarshalText() ([]byte, error) { return []byte(b.String()), nil }
