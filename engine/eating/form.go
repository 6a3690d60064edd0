package eating

import "delphi/engine/rules"

// DeadForm returns the monster that lies there when one is killed: a were in animal
// shape turns back as it dies (mon.c, mondead).
func DeadForm(b *rules.Bestiary, m *rules.Monster) *rules.Monster {
	if other := b.OtherForm(m); other != nil && other.Symbol == "@" {
		return other
	}
	return m
}
