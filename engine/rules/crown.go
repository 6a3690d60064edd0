package rules

// Crown holds what gods give those whom they crown. The tag cite names the rule
// of data/all/cites in which a value stands.
type Crown struct {
	// Words is what a god says, by alignment; WordsWithBook what the chaotic one
	// says who gives a book.
	Words         map[string]string `cite:"crowning"`
	WordsWithBook string            `cite:"crowning"`
	// Sword is the artifact that each alignment may get, and SwordBase what it is
	// made from.
	Sword     map[string]string `cite:"crowning"`
	SwordBase map[string]string `cite:"crowning"`
	// Book is the spellbook that a role gets instead, BookUnless the artifacts in hand with
	// which it does not, or AnyArtifact.
	Book       map[string]string   `cite:"crowning"`
	BookUnless map[string][]string `cite:"crowning"`
	// Gains holds the intrinsics that everybody gets.
	Gains []string `cite:"crowning"`
}

// AnyArtifact stands for every artifact in Crown.BookUnless.
const AnyArtifact = "any"

var crown = register(topic[Crown]{name: "Crown", what: "rules of crowning", own: true, changes: map[string]func(*Crown){
	"3.4.3": func(c *Crown) {
		c.Words = map[string]string{"lawful": "Hand of Elbereth", "neutral": "Envoy of Balance", "chaotic": "steal souls for My Glory"}
		c.WordsWithBook = "steal souls for My Glory"
		c.Sword = map[string]string{"lawful": "Excalibur", "neutral": "Vorpal Blade", "chaotic": "Stormbringer"}
		c.SwordBase = map[string]string{"lawful": "long sword", "neutral": "long sword", "chaotic": "runesword"}
		c.Book = map[string]string{"Wizard": "finger of death", "Monk": "restore ability"}
		c.BookUnless = map[string][]string{"Wizard": {"Vorpal Blade", "Stormbringer"}, "Monk": {AnyArtifact}}
		c.Gains = []string{"see invisible", "fire resistance", "cold resistance", "shock resistance", "sleep resistance", "poison resistance"}
	},
	"3.6.7": func(c *Crown) { c.WordsWithBook = "take lives for My Glory" },
	"5.0.0": func(*Crown) {},
}})

// Crown returns the version's rules of crowning; nil if they are not known.
func (s *Set) Crown() *Crown { return crown.of(s.Name) }

// CiteCrown is the rule of data/all/cites about crowning.
const CiteCrown = "crowning"
