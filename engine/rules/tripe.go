package rules

// CiteTripe is the rule of data/all/cites for tripe rations.
const CiteTripe = "tripe"

// Tripe is what a tripe ration does to whoever eats it. The tag cite names the rule of
// data/all/cites in which a number stands.
type Tripe struct {
	// One time in SickOnce it makes sick, but none of Race and of Role; one vomits Least to
	// Least + Delay - 1 turns later, Delay being that of the object.
	SickOnce int    `cite:"tripe"`
	Least    int    `cite:"tripe"`
	Race     string `cite:"tripe"`
	Role     string `cite:"tripe"`
	// Whoever is not of Race gains Experience points.
	Experience int `cite:"tripe"`
}

var tripe = register(topic[Tripe]{name: "Tripe", own: true, changes: map[string]func(*Tripe){
	"3.4.3": func(t *Tripe) { *t = Tripe{SickOnce: 2, Least: 14, Race: "orc", Role: "Caveman", Experience: 1} },
	"3.6.7": func(*Tripe) {},
	"5.0.0": func(*Tripe) {},
}})

// Tripe returns what tripe rations do in the version; nil if it is not known.
func (s *Set) Tripe() *Tripe { return tripe.of(s.Name) }
