package rules

// The rules of data/all/cites for ice boxes.
const (
	CiteIceBoxIn   = "into an ice box"
	CiteIceBoxOut  = "out of an ice box"
	CiteIceBoxFits = "what fits no container"
	CiteIceBoxBars = "what no container takes"
)

// IceBox says what an ice box does to what is in it. The tag cite names the rule of
// data/all/cites in which a value stands.
type IceBox struct {
	// Stops: what is in it does not age, and what lets corpses rot or rise is stopped.
	Stops bool `cite:"into an ice box"`
	// IceTrolls: of what was in it only ice trolls rise again; otherwise all trolls may.
	IceTrolls bool `cite:"out of an ice box"`
	// Fits lists what fits into no container, and Bars what none takes.
	Fits []string `cite:"what fits no container"`
	Bars []string `cite:"what no container takes"`
}

var iceBox = register(topic[IceBox]{name: "IceBox", what: "rules of ice boxes", own: true, changes: map[string]func(*IceBox){
	"3.4.3": func(b *IceBox) {
		*b = IceBox{Stops: true, Fits: []string{"ice boxes", "boxes and chests", "boulders", "big statues"}, Bars: []string{"the Amulet of Yendor", "the Candelabrum", "the Bell", "the Book of the Dead"}}
	},
	"3.6.7": func(*IceBox) {},
	"5.0.0": func(b *IceBox) { b.IceTrolls = true },
}})

// IceBox returns what ice boxes do in the version; nil if it is not known.
func (s *Set) IceBox() *IceBox { return iceBox.of(s.Name) }
