package words

// Mistaken reports whether a line of one word would be read as another word.
func (c *Line) Mistaken() bool {
	return len(c.Tokens) == 1 && (c.Lits[0][1] >= 0 || len(c.meant) > 0)
}
