package rules

// The rules of data/all/cites for the alignments of altars.
const (
	CiteAltarRandom  = "random altar"
	CiteAltarTemple  = "random temple"
	CiteAltarInduced = "induced alignment"
	CiteAltarTown    = "Minetown's altar"
	CiteAltarOrcTown = "Orcish Town's altar"
	CiteAltarValley  = "the Valley's altar"
	CiteAltarOrcus   = "Orcus Town's altar"
	CiteAltarSanctum = "the Sanctum's altar"
	CiteAltarAstral  = "the Astral Plane's altars"
)

// AltarAlign says whose the altars are that the game makes. The tag cite names the rule of
// data/all/cites in which a number stands.
type AltarAlign struct {
	// An altar at random in a room of the Dungeons is of one of Gods alignments, as is that of
	// a temple there, where no level and no branch has an alignment of its own.
	Gods int `cite:"random altar"`
	// Towns are the maps of Minetown, all equally likely. The altar of each is of one of Gods
	// alignments, but Ruin's is Moloch's, and its priest is dead.
	Towns []string `cite:"Minetown's altar"`
	Ruin  string   `cite:"Orcish Town's altar"`
}

var altarAlign = register(topic[AltarAlign]{name: "AltarAlign", what: "rules of the alignments of altars", own: true, changes: map[string]func(*AltarAlign){
	"3.4.3": func(a *AltarAlign) {
		*a = AltarAlign{Gods: 3, Towns: []string{"Frontier Town", "Town Square", "Alley Town", "College Town", "Grotto Town", "Bustling Town", "Bazaar Town"}}
	},
	"3.6.7": func(a *AltarAlign) {
		a.Ruin = "Orcish Town"
		a.Towns = append([]string{a.Ruin}, a.Towns[1:]...)
	},
	"5.0.0": func(*AltarAlign) {},
}})

// AltarAlign returns whose the altars of the version are; nil if it is not known.
func (s *Set) AltarAlign() *AltarAlign { return altarAlign.of(s.Name) }
