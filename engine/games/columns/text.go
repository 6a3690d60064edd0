package columns

import (
	"strings"
	"sync"
)

// Texts is a column of texts: each different text once, and its number in each
// row.
type Texts struct {
	Dict  []string // by code
	codes map[string]int32
	Rows  Numbers // codes
	last  int32   // the code that was added last
	room  []byte
}

func (c *Texts) add(s string) {
	// Games that come one after the other have many texts in common.
	if int(c.last) >= len(c.Dict) || c.Dict[c.last] != s {
		c.last = c.code(s)
	}
	c.Rows.add(int64(c.last))
}

// addList adds texts with blanks between.
func (c *Texts) addList(list []string) {
	c.room = c.room[:0]
	for i, s := range list {
		if i > 0 {
			c.room = append(c.room, ' ')
		}
		c.room = append(c.room, s...)
	}
	c.know()
	n, ok := c.codes[string(c.room)]
	if !ok {
		n = c.code(string(c.room))
	}
	c.last = n
	c.Rows.add(int64(n))
}

// know makes the numbers of the texts, which a column that was read does not have yet.
func (c *Texts) know() {
	if c.codes != nil {
		return
	}
	c.codes = make(map[string]int32, len(c.Dict))
	for i, s := range c.Dict {
		c.codes[s] = int32(i)
	}
}

// code returns the number of a text, a new one if it is not known.
func (c *Texts) code(s string) int32 {
	c.know()
	if n, ok := c.codes[s]; ok {
		return n
	}
	n := int32(len(c.Dict))
	s = strings.Clone(s) // it may be a part of a long line
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
