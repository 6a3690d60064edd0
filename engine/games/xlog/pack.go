package xlog

import (
	"encoding/binary"
	"errors"
	"strconv"
)

// packed holds the keys that Append writes as one byte, by their place here. Keys
// are added at the end only: what is stored names them by number.
var packed = []string{
	"version", "points", "deathdnum", "deathlev", "maxlvl", "hp", "maxhp", "deaths", "deathdate", "birthdate",
	"uid", "role", "race", "gender", "align", "name", "death", "conduct", "turns", "achieve", "realtime",
	"starttime", "endtime", "gender0", "align0", "flags", "while", "achieveX", "conductX", "gold", "wish_cnt",
	"arti_wish_cnt", "bones", "server", "src", "rerolls", "polyinit", "race0", "tnntachieve0", "tnntachieve1",
	"tnntachieve2", "tnntachieve3", "deathdname", "dlev_name", "killed_uniques", "event", "carried", "elbereths",
	"xplevel", "exp", "mode", "name64", "charname", "charname64", "death64", "dumplog", "dumplog64", "starttimeus",
	"endtimeus", "dnetachieve", "seed", "rngseed", "variant", "tnntachieve4",
}

var packedAs = func() map[string]byte {
	m := map[string]byte{}
	for i, k := range packed {
		m[k] = byte(i)
	}
	return m
}()

const unpackedKey = 63 // its place in packed stays unused

func init() {
	if len(packed) > unpackedKey+1 {
		panic("xlog: too many packed keys")
	}
	delete(packedAs, packed[unpackedKey])
}

// How a value is written.
const (
	asText = iota
	asDecimal
	asHex
	asNegative
)

// errPacked is the error for bytes that Append did not write.
var errPacked = errors.New("not a packed record")

// Append adds the record to b, as few bytes: about 150 for a line of 400.
func (r *Record) Append(b []byte) []byte {
	for _, f := range r.Fields {
		code, known := packedAs[f.Key]
		if !known {
			code = unpackedKey
		}
		kind, n := valueKind(f.Value)
		b = append(b, code<<2|byte(kind))
		if !known {
			b = binary.AppendUvarint(b, uint64(len(f.Key)))
			b = append(b, f.Key...)
		}
		if kind == asText {
			b = binary.AppendUvarint(b, uint64(len(f.Value)))
			b = append(b, f.Value...)
			continue
		}
		b = binary.AppendUvarint(b, n)
	}
	return b
}

// valueKind says how a value can be written so that it comes back as it was.
func valueKind(s string) (kind int, n uint64) {
	digits, base, kind := s, 10, asDecimal
	switch {
	case len(s) == 0 || len(s) > 20:
		return asText, 0
	case len(s) > 2 && s[:2] == "0x":
		digits, base, kind = s[2:], 16, asHex
	case s[0] == '-':
		digits, kind = s[1:], asNegative
	}
	if digits == "" || digits[0] == '0' && (len(digits) > 1 || kind == asNegative) {
		return asText, 0
	}
	for i := 0; i < len(digits); i++ {
		if c := digits[i]; (c < '0' || c > '9') && (base == 10 || c < 'a' || c > 'f') {
			return asText, 0
		}
	}
	n, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return asText, 0
	}
	return kind, n
}

// Unpack reads what Append wrote.
func Unpack(b []byte) (Record, error) {
	r := Record{make([]Field, 0, 32)}
	take := func() (string, bool) {
		n, w := binary.Uvarint(b)
		if w <= 0 || n > uint64(len(b)-w) {
			return "", false
		}
		s := string(b[w : w+int(n)])
		b = b[w+int(n):]
		return s, true
	}
	for len(b) > 0 {
		code, kind := b[0]>>2, b[0]&3
		b = b[1:]
		var f Field
		ok := true
		if code == unpackedKey {
			f.Key, ok = take()
		} else {
			f.Key = packed[code]
		}
		if !ok {
			return Record{}, errPacked
		}
		if kind == asText {
			if f.Value, ok = take(); !ok {
				return Record{}, errPacked
			}
		} else {
			n, w := binary.Uvarint(b)
			if w <= 0 {
				return Record{}, errPacked
			}
			b = b[w:]
			switch kind {
			case asDecimal:
				f.Value = strconv.FormatUint(n, 10)
			case asHex:
				f.Value = "0x" + strconv.FormatUint(n, 16)
			case asNegative:
				f.Value = "-" + strconv.FormatUint(n, 10)
			}
		}
		r.Fields = append(r.Fields, f)
	}
	return r, nil
}
