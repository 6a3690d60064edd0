package spell

import (
	"encoding/json"
	"strings"
	"testing"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

func TestTopicJSON(t *testing.T) {
	show := func(v any) map[string]any {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]any{}
		if err := json.Unmarshal(text, &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	cast := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: 60, Forgotten: true}
	cast.Amulet = true
	plan, _ := Ahead(caster("5.0.0", "Wizard"), false)
	for name, c := range map[string]struct {
		got  map[string]any
		keys string
	}{
		"cast":  {show(Cast(cast)), "pw nutrition casts at_least_one amulet forgotten"},
		"learn": {show(Learn(&LearnQuestion{Question: caster("5.0.0", "Wizard")})), "fail warning study_turns effects"},
		"zap":   {show(Zap(zap("5.0.0", "Wizard", "magic missile"))), "hit bonus range damage resist"},
		"plan":  {show(plan), "easy cliffs minimum"},
	} {
		for _, key := range strings.Fields(c.keys) {
			if _, ok := c.got[key]; !ok {
				t.Errorf("%s has no %q: %v", name, key, c.got)
			}
		}
	}
	effect, _ := json.Marshal(Effect{"blinded", odds.Of(1, 4)})
	if string(effect) != `{"what":"blinded","p":0.25,"num":1,"den":4}` {
		t.Errorf("%s", effect)
	}
}

// Every rule that an answer says it used has a place in the version's source.
func TestTopicCites(t *testing.T) {
	for _, version := range rules.Names() {
		set := rules.Get(version)
		var used []string
		used = append(used, Cast(&CastQuestion{Question: caster(version, "Wizard"), Pw: -1}).Cites...)
		used = append(used, Cast(&CastQuestion{Question: caster(version, "Wizard"), Pw: -1, Forgotten: true}).Cites...)
		used = append(used, Learn(&LearnQuestion{Question: caster(version, "Wizard")}).Cites...)
		mazed := &LearnQuestion{Question: caster(version, "Wizard")}
		mazed.Confused = true
		used = append(used, Learn(mazed).Cites...)
		used = append(used, Remembering(set).Cites...)
		for _, sp := range set.Spells {
			q := &ZapQuestion{Question: caster(version, "Wizard"), MR: -1}
			q.Spell = sp
			if q.Check() == nil {
				used = append(used, Zap(q).Cites...)
			}
		}
		for _, rule := range used {
			if _, ok := set.Cite(rule); !ok {
				t.Errorf("%s has no place for %q", version, rule)
			}
		}
	}
}

func BenchmarkTopics(b *testing.B) {
	cast := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: 60}
	b.Run("cast", func(b *testing.B) {
		for b.Loop() {
			Cast(cast)
		}
	})
	amulet := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: 300}
	amulet.Amulet, amulet.Spell = true, amulet.Rules.Spell("fireball")
	b.Run("cast with the Amulet", func(b *testing.B) {
		for b.Loop() {
			Cast(amulet)
		}
	})
	old := &CastQuestion{Question: caster("3.4.3", "Wizard"), Pw: MaxPw, Tries: MaxTries}
	old.Amulet = true
	b.Run("cast at the limits", func(b *testing.B) {
		for b.Loop() {
			Cast(old)
		}
	})
	learn := &LearnQuestion{Question: caster("5.0.0", "Wizard")}
	b.Run("learn", func(b *testing.B) {
		for b.Loop() {
			Learn(learn)
		}
	})
	ray := zap("5.0.0", "Wizard", "cone of cold")
	ray.XL, ray.Resists, ray.AC = 30, Resisted{"fire"}, -30
	b.Run("zap", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Zap(ray)
		}
	})
	b.Run("zap missile", func(b *testing.B) {
		q := zap("5.0.0", "Wizard", "magic missile")
		for b.Loop() {
			Zap(q)
		}
	})
	b.Run("plan", func(b *testing.B) {
		q := caster("5.0.0", "Wizard")
		for b.Loop() {
			if _, err := Ahead(q, true); err != nil {
				b.Fatal(err)
			}
		}
	})
}
