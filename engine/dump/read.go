package dump

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"delphi/engine/rules"
)

// section is the part of a page that a line stands in.
type section uint8

const (
	loose section = iota // before any heading: whatever a line shows itself to be
	theMap
	messages
	inventory
	contents
	background // and the other attributes in sentences
	attributes // the properties of an enlightenment
	spells
	skills
	conducts
	achievements
	events
	overview
	vanquished
	genocided
	gameOver // the tombstone
	goodbye
	other // known, but nothing is read from it
)

// headings holds the lines that a section begins with, without their colons and
// in lower case (5.0.0 end.c:542, 3.6.7 end.c:723, EvilHack end.c:945; SLASH'EM
// end.c:485 has no colons).
var headings = map[string]section{
	"latest messages": messages, "inventory": inventory, "your inventory": inventory,
	"background": background, "basics": background, "final characteristics": background, "current characteristics": background, "characteristics": background,
	"final status": background, "current status": background, "status": background, "miscellaneous": other, "time information": other,
	"final attributes": attributes, "current attributes": attributes, "attributes": attributes, "base attributes": background,
	"spells": spells, "spells known": spells, "spells known in the end": spells, "currently known spells": spells,
	"skills": skills, "your skills at the end": skills, "current skills": skills, "current skills / skill caps": skills,
	"voluntary challenges": conducts, "achievements": achievements, "achievement": achievements, "achievements completed": achievements,
	"major events": events, "dungeon overview": overview, "vanquished creatures": vanquished, "genocided species": genocided, "extinct species": genocided,
	"genocided or extinct species": genocided, "game over": gameOver,
}

// classes holds the headings in an inventory (invent.c, let_to_name).
var classes = map[string]string{
	"coins": "coin", "amulets": "amulet", "weapons": "weapon", "armor": "armor", "comestibles": "food", "scrolls": "scroll", "spellbooks": "spellbook",
	"potions": "potion", "rings": "ring", "wands": "wand", "tools": "tool", "gems": "gem", "gems/stones": "gem", "boulders/statues": "rock", "iron balls": "ball",
	"chains": "chain", "venoms": "venom", "illegal objects": "",
}

var (
	symbolTail = regexp.MustCompile(`\s+\('.'\)$`)
	pageMark   = regexp.MustCompile(`^\((?:(\d{1,2}) of (\d{1,2})|end)\)$`)
	contentsOf = regexp.MustCompile(`^Contents of (?:the |an? |your )?(.*):$`)
	attributed = regexp.MustCompile(`^(\S.{0,62}) the (\S.*)'s? attributes:?$`)
	killRow    = regexp.MustCompile(`^(?:(\d{1,6}|an?|the) )?([A-Za-z].*?)(?: \((?:(\d{1,6}) times|(twice|thrice))\))?$`)
	levels     = regexp.MustCompile(`: levels? -?\d+(?: (?:to|up to|down to) -?\d+)?$|^Level -?\d+:|<- You (?:are|were|left)|^(?:The Dungeons of Doom|Gehennom|The Gnomish Mines|The Quest|Sokoban|Fort Ludios|Vlad's Tower|The Elemental Planes|[A-Z][A-Za-z' ]{3,30}):$`)
	// word is a word of a text, as no map has it.
	word     = regexp.MustCompile(`(?:^|[ (])[A-Za-z][a-z]{2,}(?:[ ,.:;!?)'-]|$)`)
	capacity = regexp.MustCompile(`^Inventory: \d+/\d+ weight`)
)

// Options say how a page is to be read.
type Options struct {
	// Version is taken where the page does not tell its own; nil: the nearest
	// of the versions that look like the page.
	Version *rules.Set
	// Said means that somebody named Version, so that it goes before how the
	// page looks, but not before what the page says of itself.
	Said bool
}

// reader is the state of one reading.
type reader struct {
	h       *Hero
	set     *rules.Set
	things  *catalogue
	section section
	class   string // of the inventory's heading
	bag     string // whose contents are listed
	unread  int
}

// maxMessages is how many of the latest messages are kept.
const maxMessages = 100

// maxUnread is how many lines Hero.Unread keeps; the others are only counted.
const maxUnread = 100

// Read reads a page of text: one hero. Text that is no text, or too much, is
// refused with a *problem.Problem; a text in which nothing is recognised gives
// a Hero that is Empty.
func Read(text string, o Options) (*Hero, error) {
	lines, cut, err := lines(text)
	if err != nil {
		return nil, err
	}
	h := &Hero{}
	r := &reader{h: h}
	r.version(lines, o)
	r.things = catalogueOf(r.set)
	for _, line := range lines {
		r.line(line)
	}
	if cut > 0 {
		h.Notes = append(h.Notes, fmt.Sprintf("%d lines were too long and were cut.", cut))
	}
	if r.unread > maxUnread {
		h.Notes = append(h.Notes, fmt.Sprintf("%d more lines were not understood.", r.unread-maxUnread))
	}
	r.settle()
	h.cast(r.set)
	return h, nil
}

// Line is what one line of a page tells alone; at most one field is set.
type Line struct {
	Status *Hero  `json:"status,omitempty"`
	Item   *Item  `json:"item,omitempty"`
	Spell  *Spell `json:"spell,omitempty"`
	Skill  *Skill `json:"skill,omitempty"`
	Unread string `json:"unread,omitempty"` // the line, where it is none of these
}

// ReadLine reads one line by the rules of a version: a status line, a stack, a
// spell or a skill.
func ReadLine(text string, set *rules.Set) Line {
	cleaned, _, err := lines(text)
	if err != nil || len(cleaned) == 0 {
		return Line{Unread: printable(text[:min(len(text), maxLine)])}
	}
	line := cleaned[0]
	h := &Hero{rules: set}
	if h.readStatus(set, line) {
		return Line{Status: h}
	}
	if sp, ok := spellRow(line); ok {
		return Line{Spell: &sp}
	}
	if sk, ok := skillRow(line); ok {
		return Line{Skill: &sk}
	}
	if letter, name, ok := itemParts(line); ok {
		it := catalogueOf(set).item(name, "")
		it.Letter = letter
		h.inHand(&it)
		return Line{Item: &it}
	}
	return Line{Unread: line}
}

// Told returns a hero for whom no page was shown, by the rules of a version.
func Told(set *rules.Set) *Hero { return &Hero{rules: set} }

// Named returns a stack that somebody names, as an inventory has it: "2 blessed potions
// of healing".
func Named(set *rules.Set, text string) Item { return catalogueOf(set).item(text, "") }

// Empty reports whether nothing of a hero was read.
func (h *Hero) Empty() bool {
	return h.Role == "" && !h.HP.Known && !h.Int.Known && len(h.Inventory) == 0 && len(h.Spells) == 0 && len(h.Skills) == 0 && len(h.Attributes) == 0 && !h.XL.Known &&
		len(h.Conducts) == 0 && len(h.Vanquished) == 0
}

// Set returns the rules that the page was read by.
func (h *Hero) Set() *rules.Set { return h.rules }

// version settles by which version the page is read.
func (r *reader) version(lines []string, o Options) {
	set, program, note := versionSaid(lines)
	r.h.Program = program
	if note != "" {
		r.h.Notes = append(r.h.Notes, note)
	}
	if set != nil {
		r.set, r.h.Version = set, set.Name
		r.h.rules = set
		return
	}
	fallback := o.Version
	if fallback == nil {
		fallback = rules.Get(rules.Default)
	}
	r.set = fallback
	if !o.Said || o.Version == nil {
		left := versionShown(lines, strings.Join(lines, "\n"))
		left = r.byRole(lines, left)
		switch {
		case len(left) == 1 && program == "":
			r.set, r.h.Version = rules.Get(left[0]), left[0]
		case len(left) > 0 && !slices.Contains(left, fallback.Name):
			r.set = rules.Get(left[0])
		}
	}
	r.h.rules = r.set
}

// byRole leaves the versions that have the role that the page names.
func (r *reader) byRole(lines []string, left []string) []string {
	for _, line := range lines {
		m := nameLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		fits := slices.DeleteFunc(slices.Clone(left), func(v string) bool { return !(&Hero{}).person(rules.Get(v), m[4]) })
		if len(fits) > 0 {
			return fits
		}
	}
	return left
}

// line reads one line of the page.
func (r *reader) line(line string) {
	s := strings.TrimSpace(line)
	if s == "" {
		if r.section == conducts || r.section == achievements {
			r.section = loose
		}
		return
	}
	if r.heading(s) {
		return
	}
	if r.section != messages && r.h.readStatus(r.set, line) {
		if r.section == theMap {
			r.section = loose
		}
		return
	}
	if r.row(line, s) {
		return
	}
	if r.section == loose && alone(s) {
		r.h.addItem(r.things.item(s, ""))
		return
	}
	if s == "--More--" || strings.HasSuffix(s, "(end)") && len(s) < 40 || mapLike(s) {
		return
	}
	// A window in the corner of the screen leaves the map at its left.
	if at := word.FindStringIndex(line); at != nil && strings.TrimSpace(line[:at[0]]) != "" && mapLike(line[:at[0]]) {
		r.line(line[at[0]:])
		return
	}
	if r.unread++; r.unread <= maxUnread {
		r.h.Unread = append(r.h.Unread, s)
	}
}

// heading takes a line that begins a section, or a class of an inventory.
func (r *reader) heading(s string) bool {
	bare := symbolTail.ReplaceAllString(s, "")
	name := strings.ToLower(strings.TrimSuffix(bare, ":"))
	if sec, ok := headings[name]; ok && (strings.HasSuffix(bare, ":") || bareHeadings[name]) {
		r.section, r.class, r.bag = sec, "", ""
		r.begun(sec)
		return true
	}
	if m := pageMark.FindStringSubmatch(s); m != nil {
		r.page(m)
		return true
	}
	if class, ok := classes[name]; ok && bare == strings.TrimSuffix(bare, ":") && r.section != messages {
		if r.section != contents {
			r.section = inventory
			r.begun(inventory)
		}
		r.class = class
		return true
	}
	if m := contentsOf.FindStringSubmatch(s); m != nil {
		r.section, r.class, r.bag = contents, "", m[1]
		return true
	}
	if m := attributed.FindStringSubmatch(s); m != nil {
		r.section = background
		if r.h.Name == "" {
			r.h.Name = m[1]
		}
		r.h.role(r.set, strings.TrimSuffix(m[2], "'"))
		return true
	}
	switch {
	case strings.HasSuffix(s, " Skills") && len(s) < 26, strings.HasPrefix(s, "Pick a skill to "):
		r.section = skills
		r.begun(skills)
		return true
	case strings.HasPrefix(s, "Name ") && strings.Contains(s, "Level") && strings.Contains(s, "Category"):
		r.section = spells
		r.begun(spells)
		return true
	case capacity.MatchString(s):
		return true
	}
	return r.nameOf(s)
}

// bareHeadings are headings that some games write without a colon.
var bareHeadings = map[string]bool{
	"your inventory": true, "final attributes": true, "base attributes": true, "spells known in the end": true, "currently known spells": true, "vanquished creatures": true,
	"voluntary challenges": true, "your skills at the end": true, "latest messages": true, "genocided species": true, "extinct species": true, "genocided or extinct species": true,
}

// nameOf takes the line under a dump's dates, after which the map stands, and
// the farewell.
func (r *reader) nameOf(s string) bool {
	if m := nameLine.FindStringSubmatch(s); m != nil && r.section == loose {
		before := *r.h
		r.h.Name, r.h.Alignment, r.h.Gender = m[1], m[2], m[3]
		if r.h.person(r.set, m[4]) {
			r.section = theMap
			return true
		}
		*r.h = before
	}
	for _, word := range []string{"Goodbye ", "Farvel ", "Sayonara ", "Aloha ", "Fare thee well "} {
		if strings.HasPrefix(s, word) && strings.Contains(s, " the ") && strings.HasSuffix(s, "...") {
			r.section = goodbye
			return true
		}
	}
	return false
}

// begun notes that a list is there, so that a missing row means something.
func (r *reader) begun(s section) {
	seen := &r.h.seen
	switch s {
	case inventory:
		seen.inventory = true
	case spells:
		seen.spells = true
	case skills:
		seen.skills = true
	case attributes:
		seen.attributes = true
	}
}

// page counts the pages of a menu.
func (r *reader) page(m []string) {
	n, of := atoi(m[1]), atoi(m[2])
	seen := &r.h.seen
	switch r.section {
	case inventory:
		seen.inventoryPages, seen.inventoryOf = seen.inventoryPages+1, of
	case skills:
		seen.skillPages, seen.skillOf = seen.skillPages+1, of
	}
	if n == of {
		r.section = loose
	}
}

// row reads a line by the section that it stands in; in none, by its shape.
func (r *reader) row(line, s string) bool {
	h := r.h
	switch r.section {
	case messages, events, gameOver, theMap, other:
		return r.aside(line, s)
	case overview:
		if m := restingPlace.FindStringSubmatch(s); m != nil {
			h.killed(m[1])
		}
		return true
	case contents:
		return r.content(s)
	case vanquished:
		return r.kill(s)
	case genocided:
		h.Genocided = appendNew(h.Genocided, s)
		return true
	case conducts:
		return r.claim(s, &h.Conducts)
	case achievements:
		return r.claim(s, &h.Achievements)
	case attributes, background:
		if r.attribute(line, s) {
			return true
		}
	}
	return r.shape(line, s)
}

// aside reads a line of a section from which nothing is taken, unless it shows
// that the section is over.
func (r *reader) aside(line, s string) bool {
	switch r.section {
	case theMap:
		return true
	case messages:
		if len(r.h.Messages) < maxMessages {
			r.h.Messages = append(r.h.Messages, s)
		}
		return true
	case events:
		return true
	}
	if m := restingPlace.FindStringSubmatch(s); m != nil {
		r.h.killed(m[1])
	}
	return true
}

// shape reads a line that tells by its shape what it is.
func (r *reader) shape(line, s string) bool {
	h := r.h
	if sp, ok := spellRow(line); ok {
		h.seen.spells = true
		h.addSpell(sp)
		return true
	}
	if sk, ok := skillRow(line); ok {
		h.addSkill(sk)
		return true
	}
	if letter, name, ok := itemParts(line); ok {
		if strings.HasPrefix(name, "[sort") {
			return true
		}
		it := r.things.item(name, r.class)
		it.Letter = letter
		h.seen.partly = h.seen.partly || !h.seen.inventory
		h.addItem(it)
		return true
	}
	if m := restingPlace.FindStringSubmatch(s); m != nil {
		h.killed(m[1])
		return true
	}
	if levels.MatchString(s) {
		r.section = overview
		return true
	}
	if h.readEnding(s) || h.readSentence(r.set, s) {
		return true
	}
	if r.section == goodbye || quiet(s) {
		return true
	}
	return false
}
