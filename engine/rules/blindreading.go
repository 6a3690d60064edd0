package rules

// CiteBlindReading is the rule of data/all/cites for what can be read blind.
const CiteBlindReading = "reading blind"

// BlindReading is what a blind hero can read: scrolls whose label has been seen, and where
// DeadToo the Book of the Dead, but no other spellbook.
type BlindReading struct {
	DeadToo bool `cite:"reading blind"`
}

var _ = register(topic[BlindReading]{name: "BlindReading", what: "rules of reading blind", own: true, changes: map[string]func(*BlindReading){
	"3.4.3": func(*BlindReading) {},
	"3.6.7": func(b *BlindReading) { b.DeadToo = true },
	"5.0.0": func(*BlindReading) {},
}})
