package roster

// Casemap says which letters a network treats as equal, as in ISUPPORT
// CASEMAPPING. The zero value is RFC1459, the default when a server does not say.
type Casemap byte

const (
	RFC1459       Casemap = iota // {}|^ are the lower case of []\~
	strictRFC1459                // the same without ^ and ~
	asciiOnly
)

func parseCasemap(s string) Casemap {
	switch s {
	case "rfc1459":
		return RFC1459
	case "strict-rfc1459", "rfc1459-strict":
		return strictRFC1459
	}
	return asciiOnly // "ascii"; the newer mappings agree with it on ASCII
}

// Fold returns s in lower case, so that equal names are equal strings. Bytes
// above ASCII are left as they are.
func (m Casemap) Fold(s string) string {
	top := byte('Z')
	switch m {
	case RFC1459:
		top = '^'
	case strictRFC1459:
		top = ']'
	}
	i := 0
	for i < len(s) && (s[i] < 'A' || s[i] > top) {
		i++
	}
	if i == len(s) {
		return s
	}
	b := []byte(s)
	for ; i < len(b); i++ {
		if 'A' <= b[i] && b[i] <= top {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}
