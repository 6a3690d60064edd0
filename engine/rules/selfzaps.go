package rules

// CiteSelfZap is the rule of data/all/cites for wands that heroes zap at themselves.
const CiteSelfZap = "zapped at yourself"

// SelfZaps is what wands do to heroes who zap them at themselves.
type SelfZaps struct {
	List []*SelfZap `cite:"zapped at yourself"`
}

// SelfZap is what one of them does.
type SelfZap struct {
	Wand  string
	Dice  string // of damage; empty: none
	Guard string // the property without which it does so; empty: it always does
	Does  string // besides, in sentences
}

var selfZaps = register(topic[SelfZaps]{name: "SelfZaps", what: "rules of wands zapped at yourself", own: true, tables: []string{"selfzaps"}, changes: map[string]func(*SelfZaps){"3.6.7": func(*SelfZaps) {}, "5.0.0": func(*SelfZaps) {}}, fill: func(t *SelfZaps, lineage []string) {
	readTable(lineage, "selfzaps").each(func(r row) {
		t.List = append(t.List, &SelfZap{Wand: r.str("wand"), Dice: r.str("dice"), Guard: r.str("guard"), Does: r.str("does")})
	})
}})

// SelfZaps returns what wands do that heroes zap at themselves; nil if it is not known.
func (s *Set) SelfZaps() *SelfZaps { return selfZaps.of(s.Name) }
