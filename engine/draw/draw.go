package draw

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
)

// A draw is fair because it is fixed before anybody can know the outcome: the
// hash of the seed and the items is published first and the seed afterwards.
// Anyone can then recompute the hash and the order:
//
//	commitment = hex(sha256(seed "\n" item "\n" item ... ))
//	the order  = Fisher-Yates from the last item down to the second: item i
//	             (from 0) changes places with item j = number mod (i+1), the
//	             numbers being the first 8 bytes, big end first, of
//	             sha256(seed "/" counter), counter = 0, 1, 2, ...; a number of
//	             2^64 - 2^64 mod (i+1) or more is passed over.
//
// Whoever knows the seed, the operator of the bot above all, could still make draws until
// one suits them. Where it was announced that words of others are mixed in, that is of no
// use: the order is then not that of the seed but of
//
//	hex(sha256(seed "/" "\n" word "\n" word ... ))

// ErrItems is returned for a draw from fewer than two different items.
var ErrItems = errors.New("a draw needs two or more different things, none of them with a line end")

// Commitment returns the hash that is published before a draw.
func Commitment(seed string, items []string) string {
	h := sha256.Sum256([]byte(seed + "\n" + strings.Join(items, "\n")))
	return hex.EncodeToString(h[:])
}

// Mixed returns the seed that words of others make of a seed; without words it is the same.
func Mixed(seed string, words []string) string {
	if len(words) == 0 {
		return seed
	}
	return Commitment(seed+"/", words)
}

// Order returns the order that a seed gives to items.
func Order(seed string, items []string) ([]string, error) {
	seen := map[string]bool{}
	for _, s := range items {
		if seen[s] || s == "" || strings.Contains(s, "\n") {
			return nil, ErrItems
		}
		seen[s] = true
	}
	if len(items) < 2 {
		return nil, ErrItems
	}
	out := append([]string(nil), items...)
	counter := uint64(0)
	for i := len(out) - 1; i > 0; i-- {
		n := uint64(i + 1)
		limit := -n % n // 2^64 mod n
		for {
			h := sha256.Sum256([]byte(seed + "/" + strconv.FormatUint(counter, 10)))
			counter++
			x := binary.BigEndian.Uint64(h[:8])
			if x >= -limit && limit != 0 {
				continue
			}
			j := int(x % n)
			out[i], out[j] = out[j], out[i]
			break
		}
	}
	return out, nil
}
