package grammar

import (
	"slices"
	"strings"

	"delphi/commands"
)

// joining holds words that lead on from one thing that is absent to the next.
var joining = words("and or nor")

// absent reads what a line says is not worn by the part of the body alone: "without the shield",
// "no cloak", "boots off". Whatever a saved character wears there is meant, so what is put into
// the call is the part's name. Behind it, and behind a name that is absent, more may follow:
// "without shield and helmet".
func (p *parser) absent() error {
	pi := slices.IndexFunc(p.cmd.Params, func(q *commands.Param) bool { return q.Gear && q.Parts != nil })
	if pi < 0 {
		return nil
	}
	for i := range p.tokens {
		switch t := &p.tokens[i]; {
		case negations[t.text] && !t.used:
			k := p.pastFillers(i + 1)
			if p.takePart(pi, k) {
				t.used = true
				p.alsoAbsent(pi, k+1)
			}
		case p.absentName(pi, i) != nil && !p.tokens[i].cut:
			to := i + 1
			for to < len(p.tokens) && p.tokens[to].by == pi+1 && p.absentName(pi, to) == nil {
				to++
			}
			p.alsoAbsent(pi, to)
		case p.partOfBody(pi, i) != "" && p.saidOff(i+1):
			p.takePart(pi, i)
		}
	}
	return nil
}

// pastFillers returns the first token from i on that is no article and the like.
func (p *parser) pastFillers(i int) int {
	for i < len(p.tokens) && !p.tokens[i].used && !p.tokens[i].cut && p.filler(p.tokens[i].text) && !joining[p.tokens[i].text] {
		i++
	}
	return i
}

// partOfBody returns the part of the body that token i names by itself, with nothing worn there.
func (p *parser) partOfBody(param, i int) string {
	if i >= len(p.tokens) || p.tokens[i].used || p.tokens[i].tag != 0 {
		return ""
	}
	word := p.tokens[i].text
	if word == "gauntlets" {
		word = "gloves"
	}
	if !slices.Contains(p.cmd.Params[param].Words, word) {
		return ""
	}
	for _, part := range p.cmd.Params[param].Parts {
		if strings.HasPrefix(part, word) {
			return part
		}
	}
	return ""
}

// takePart puts into the call that nothing is worn on the part of the body that token i names.
func (p *parser) takePart(param, i int) bool {
	part := p.partOfBody(param, i)
	if part == "" || p.tokens[i].cut {
		return false
	}
	q, v := p.cmd.Params[param], &p.call.Values[param]
	terms := q.Terms(p.call.Rules)
	at := slices.IndexFunc(terms, func(t commands.Term) bool { return q.Part(t) == part })
	if at < 0 {
		return false
	}
	p.tokens[i].used, p.tokens[i].by, p.tokens[i].could = true, param+1, nil
	if k := i + 1; part == "body" && k < len(p.tokens) && !p.tokens[k].used && (p.tokens[k].text == "armor" || p.tokens[k].text == "armour") {
		p.tokens[k].used = true
	}
	v.Said, v.Names = true, append(v.Names, commands.Said{Name: part, Value: terms[at].Value, At: i, Without: true})
	return true
}

// absentName returns what the name that begins at token i says is not worn; nil: nothing.
func (p *parser) absentName(param, i int) *commands.Said {
	for k := range p.call.Values[param].Names {
		if s := &p.call.Values[param].Names[k]; s.At == i && s.Without {
			return s
		}
	}
	return nil
}

// alsoAbsent reads what follows "without the shield", from token i on, as absent too: "and
// helmet".
func (p *parser) alsoAbsent(param, i int) {
	for i < len(p.tokens) && joining[p.tokens[i].text] && !p.tokens[i].cut {
		k := p.pastFillers(i + 1)
		if p.takePart(param, k) {
			i = k + 1
			continue
		}
		names := p.call.Values[param].Names
		at := slices.IndexFunc(names, func(s commands.Said) bool { return s.At == k && s.As == "" })
		if at < 0 || p.tokens[k].cut {
			return
		}
		names[at].Without = true
		for i = k + 1; i < len(p.tokens) && p.tokens[i].by == param+1 && !slices.ContainsFunc(names, func(s commands.Said) bool { return s.At == i }); i++ {
		}
	}
}

// saidOff uses up the "off" at token i behind what is not worn, if it stands there.
func (p *parser) saidOff(i int) bool {
	if i >= len(p.tokens) || p.tokens[i].text != "off" || p.tokens[i].used || p.tokens[i].cut {
		return false
	}
	p.tokens[i].used = true
	return true
}

// denied reports whether the line denies a flag at token i: "without portal", "not
// confused". The word that denies it is used up.
func (p *parser) denied(i int) bool {
	k := i - 1
	for k >= 0 && !p.tokens[k].used && !p.tokens[k+1].cut && beforeFlag[p.tokens[k].text] {
		k--
	}
	if k < 0 || p.tokens[k].used || p.tokens[k+1].cut || !negations[p.tokens[k].text] && !denyFlag[p.tokens[k].text] {
		return false
	}
	p.tokens[k].used = true
	return true
}

// beforeFlag holds words that may stand between a flag and what denies it, and denyFlag what
// denies one besides the negations.
var (
	beforeFlag = words("the a any been yet ever")
	denyFlag   = words("not never isnt arent wasnt werent havent hasnt hadnt aint")
)
