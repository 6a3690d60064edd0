package storage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// A segment is written with each zero byte as 00 FF and ends with 00 01. Since
// 01 sorts before FF, and 00 before any other byte, the end of a segment sorts
// before every way to go on with it: keys sort as their lists of segments do.
const (
	segmentByte = 0x00
	segmentEnd  = 0x01
	escapedZero = 0xff
)

// Key makes a key from segments, which may hold any bytes. Keys compare as
// their lists of segments do, segment by segment, a list before its
// continuations. So Key(a, b) is the prefix of exactly those keys whose first
// segments are a and b.
func Key(segments ...string) []byte {
	n := 0
	for _, s := range segments {
		n += len(s) + 2
	}
	key := make([]byte, 0, n)
	for _, s := range segments {
		for {
			i := strings.IndexByte(s, segmentByte)
			if i < 0 {
				break
			}
			key = append(append(key, s[:i]...), segmentByte, escapedZero)
			s = s[i+1:]
		}
		key = append(append(key, s...), segmentByte, segmentEnd)
	}
	return key
}

// errKey means that a key was not made by Key.
var errKey = errors.New("not a key of segments")

// SplitKey returns the segments that Key made the key from.
func SplitKey(key []byte) ([]string, error) {
	var segments []string
	var segment []byte
	open := false
	for i := 0; i < len(key); i++ {
		open = true
		if key[i] != segmentByte {
			segment = append(segment, key[i])
			continue
		}
		i++
		switch {
		case i < len(key) && key[i] == segmentEnd:
			segments, segment, open = append(segments, string(segment)), segment[:0], false
		case i < len(key) && key[i] == escapedZero:
			segment = append(segment, segmentByte)
		default:
			return nil, fmt.Errorf("%w: %q", errKey, key)
		}
	}
	if open {
		return nil, fmt.Errorf("%w: %q", errKey, key)
	}
	return segments, nil
}

// PrefixEnd returns the smallest key that is greater than every key beginning
// with prefix; nil, which Scan reads as no bound, where there is none.
func PrefixEnd(prefix []byte) []byte {
	for i := len(prefix) - 1; i >= 0; i-- {
		if prefix[i] != 0xff {
			end := append([]byte(nil), prefix[:i+1]...)
			end[i]++
			return end
		}
	}
	return nil
}

// Number returns n as a segment. Such segments sort by number.
func Number(n uint64) string {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], n)
	return string(b[:])
}

// ParseNumber is the inverse of Number.
func ParseNumber(segment string) (uint64, error) {
	if len(segment) != 8 {
		return 0, fmt.Errorf("segment %q is not a number", segment)
	}
	return binary.BigEndian.Uint64([]byte(segment)), nil
}
