package wish

import "strings"

// The comparisons of the game's parser, none of which minds case.

func starts(s, with string) bool {
	return len(s) >= len(with) && strings.EqualFold(s[:len(with)], with)
}

func ends(s, with string) bool {
	return len(s) >= len(with) && strings.EqualFold(s[len(s)-len(with):], with)
}

// find returns where a part of s begins; -1 if nowhere.
func find(s, part string) int {
	for i := 0; i+len(part) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}

func contains(s, part string) bool { return find(s, part) >= 0 }

// squeezed returns a name without blanks, hyphens and case; the game takes two names
// that are alike in this for the same.
func squeezed(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ' ' || c == '-':
		case 'A' <= c && c <= 'Z':
			out = append(out, c+'a'-'A')
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

// behindOf returns what follows the first "of", and whether there is one.
func behindOf(s string) (of string, ok bool) {
	i := find(s, " of ")
	if i < 0 {
		return "", false
	}
	return s[i+len(" of "):], true
}

// turned returns a name with an "of" turned around: "cloak of X" is "X cloak". It is
// empty if there is no "of".
func turned(s string) string {
	i := find(s, " of ")
	if i < 0 {
		return ""
	}
	return s[i+len(" of "):] + " " + s[:i]
}

// numberAt reads a number as C's atoi does: blanks, a sign, digits. 0: there is none.
func numberAt(s string) int {
	s = strings.TrimLeft(s, " ")
	sign, n := 1, 0
	if s != "" && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	for i := 0; i < len(s) && isDigit(s[i]) && n < 1e8; i++ {
		n = 10*n + int(s[i]-'0')
	}
	return sign * n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// digits returns the length of the digits that s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}
