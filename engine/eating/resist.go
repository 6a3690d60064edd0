package eating

import "delphi/engine/rules"

// ResistsDrain reports whether a monster resists level drain by what it is
// (mondata.c, resists_drli).
func ResistsDrain(n *rules.Nature, m *rules.Monster) bool {
	kind := m.Is("UNDEAD") || m.Is("DEMON") || m.Is("WERE") || has(m.Resists, "drain") || n.Golems && m.Symbol == "'"
	return kind && !has(n.Drained, m.Name) || has(n.Undrained, m.Name)
}

// ResistsMagic reports whether a monster resists magic missiles by what it is
// (mondata.c, resists_magm).
func ResistsMagic(n *rules.Nature, m *rules.Monster) bool {
	for _, a := range m.Attacks {
		if a.Damage == "MAGM" || a.Damage == "RBRE" {
			return true
		}
	}
	return has(n.Unstruck, m.Name)
}

// ResistsDeath reports whether a death ray does nothing to a monster by what it
// is (zap.c, zhitm); false where that is not known.
func ResistsDeath(n *rules.Nature, m *rules.Monster) bool {
	return n.KnowsDeath() && (m.Is("UNDEAD") || m.Is("DEMON") || has(n.Lifeless, m.Symbol) || has(n.Deathless, m.Name) || ResistsMagic(n, m))
}

// Reflects reports whether a ray that hits a monster is thrown back by what it is
// (muse.c, mon_reflects); false where that is not known.
func Reflects(n *rules.Nature, m *rules.Monster) bool { return n != nil && has(n.Reflects, m.Name) }

// FedByDeath reports whether a death ray heals a monster (zap.c, zhitm).
func FedByDeath(n *rules.Nature, m *rules.Monster) bool { return n != nil && has(n.Fed, m.Name) }
