package columns

import (
	"sync"
)

// Texts is a column of texts: each different text once, and its number in each
// row.
type Texts struct {
	Dict  []string // by code
	codes map[string]int32
	Rows  Numbers // codes
	last  int32   // the code that was added last
}

func (c *Texts) add(s string) {
	// Games that come one after the other have many texts in common.
	if int(c.last) >= len(c.Dict) || c.Dict[c.last] != s {
		c.last = c.code(s)
	}
	c.Rows.add(int64(c.last))
}

// code returns the number of a text, a new one if it is not known.
func (c *Texts) code(s string) int32 {
	if c.codes == nil { // also of a column that was read
		c.codes = make(map[string]int32, len(c.Dict))
		for i, s := range c.Dict {
			c.codes[s] = int32(i)
		}
	}
	if n, ok := c.codes[s]; ok {
		return n
	}
	n := int32(len(c.Dict))
	c.Dict = append(c.Dict, s)
	c.codes[s] = n
	return n
}

// Derived is what follows from each text of a dictionary: another text, or a
// number. It grows with the dictionary, and is computed when it is first asked for.
type Derived struct {
	mu   sync.Mutex
	from []string // the part of the dictionary that is done
	to   Texts    // without rows
	map_ []int64  // for each text of the dictionary the code in to, or the number
}

// Texts returns for each text of a dictionary the code of the text that f makes of it, and
// the texts of those codes. Neither may be changed.
func (d *Derived) Texts(dict []string, f func(string) string) (codes []int64, names []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range dict[len(d.from):] {
		d.map_ = append(d.map_, int64(d.to.code(f(s))))
	}
	d.from = dict
	return d.map_[:len(dict):len(dict)], d.to.Dict
}

// Numbers returns for each text of a dictionary the number that f makes of it. They must
// not be changed.
func (d *Derived) Numbers(dict []string, f func(string) int64) []int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range dict[len(d.from):] {
		d.map_ = append(d.map_, f(s))
	}
	d.from = dict
	return d.map_[:len(dict):len(dict)]
}
