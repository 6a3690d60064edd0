package irc

// casemap says which letters a network treats as equal, as in ISUPPORT
// CASEMAPPING. The zero value is rfc1459, the default when a server does not say.
type casemap byte

const (
	rfc1459       casemap = iota // {}|^ are the lower case of []\~
	strictRFC1459                // the same without ^ and ~
	asciiOnly
)

func parseCasemap(s string) casemap {
	switch s {
	case "rfc1459":
		return rfc1459
	case "strict-rfc1459", "rfc1459-strict":
		return strictRFC1459
	}
	return asciiOnly // "ascii"; the newer mappings agree with it on ASCII
}

// fold returns s in lower case, so that equal names are equal strings. Bytes
// above ASCII are left as they are.
func (m casemap) fold(s string) string {
	top := byte('Z')
	switch m {
	case rfc1459:
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
