package xlog

import (
	"strconv"
	"strings"
)

// parseInt reads a whole number, decimal or 0x hexadecimal, with a sign or
// without, of 64 bits. Beyond that it returns the nearest number that fits.
func parseInt(s string) (int64, bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return 0, false
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, true
	}
	digits, negative := strings.CutPrefix(s, "-")
	digits = strings.TrimPrefix(digits, "+")
	base := 10
	if hex, ok := cutHex(digits); ok {
		digits, base = hex, 16
	}
	u, err := strconv.ParseUint(digits, base, 64)
	if err != nil && !isRange(err) {
		return 0, false
	}
	n := int64(min(u, 1<<63-1))
	if negative {
		n = -n
	}
	return n, true
}

// beyond reports whether a whole number does not fit into a signed 64-bit integer.
func beyond(s string) bool {
	_, err := strconv.ParseInt(strings.TrimSpace(s), 0, 64)
	return err != nil && isRange(err)
}

// parseBits reads a set of bits: hexadecimal or decimal, of 64 bits. A negative
// number is the two's complement that a game printed with the wrong sign.
func parseBits(s string) (uint64, bool) {
	s = strings.TrimSpace(s)
	digits, base := s, 10
	if hex, ok := cutHex(s); ok {
		digits, base = hex, 16
	}
	if u, err := strconv.ParseUint(digits, base, 64); err == nil {
		return u, true
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, false
	}
	if n >= -1<<31 {
		return uint64(uint32(n)), true
	}
	return uint64(n), true
}

func cutHex(s string) (string, bool) {
	if len(s) > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') {
		return s[2:], true
	}
	return s, false
}

func isRange(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}

// Int returns the value of a key as a number.
func (r *Record) Int(key string) (int64, bool) {
	v, ok := r.Raw(key)
	if !ok {
		return 0, false
	}
	return parseInt(v)
}

// Bits returns the value of a key as a set of bits.
func (r *Record) Bits(key string) (uint64, bool) {
	v, ok := r.Raw(key)
	if !ok {
		return 0, false
	}
	return parseBits(v)
}
