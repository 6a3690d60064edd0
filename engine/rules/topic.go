package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// topic is one part of a version's rules, such as bones or prices. T is a
// struct of numbers, which are deltas on the parent version's, and of lists,
// which are read from tables.
//
// Every exported field of T has a tag that says where its value stands: cite
// names a rule of data/all/cites, table names the file of the game's source
// whose table the field is, and cite:"-" marks what is ours, such as a name or
// a remark. A test walks every topic of every version for values without one.
type topic[T any] struct {
	name string // as tests report it: "Bones"
	what string // its contents, as they are refused: "rules of tins"; empty if Of is not asked for it

	// changes holds, by version, what that version changes of its parent's
	// numbers. A version without an entry changes nothing.
	changes map[string]func(*T)

	// tables lists the tables of data/ that fill reads, and fill puts their
	// rows into t. lineage runs from the root to the version itself.
	tables []string
	fill   func(t *T, lineage []string)

	// own: the topic is known only in versions that have a change or a table
	// of their own. Otherwise a version without either takes over its parent's.
	own bool

	built map[string]func() *T
}

// registered is a topic whatever its type.
type registered interface {
	title() string
	value(version string) any       // a *T; nil if the topic is not known
	build(v version) any            // the same for any version, also one that is not listed
	knownIn(v version) bool         // whether value has one
	changedBy() (versions []string) // those that have a change
}

// topics is the register: every topic of the rules.
var topics []registered

// register adds a topic to the register and prepares it for every version; it
// is built when it is first asked for.
func register[T any](t topic[T]) *topic[T] {
	t.built = map[string]func() *T{}
	for _, v := range versions {
		if t.knownIn(v) {
			t.built[v.name] = sync.OnceValue(func() *T { return t.make(v) })
		}
	}
	topics = append(topics, &t)
	return &t
}

// of returns the topic of a version; nil if it is not known.
func (t *topic[T]) of(version string) *T {
	if built := t.built[version]; built != nil {
		return built()
	}
	return nil
}

// versions lists where the topic is known, in the order of the versions.
func (t *topic[T]) versions() []string {
	var out []string
	for _, v := range versions {
		if t.built[v.name] != nil {
			out = append(out, v.name)
		}
	}
	return out
}

// Of returns a topic of a version by its type, such as Tins. If it is not known there,
// the error is a *NoTable.
func Of[T any](s *Set) (*T, error) {
	if known := topicOf[T]().of(s.Name); known != nil {
		return known, nil
	}
	return nil, No[T](s)
}

// No returns the error to return where a topic of a version is not known.
func No[T any](s *Set) error { return topicOf[T]().missing(s) }

func topicOf[T any]() *topic[T] {
	for _, r := range topics {
		if t, ok := r.(*topic[T]); ok {
			return t
		}
	}
	panic(fmt.Sprintf("rules: no topic is a %T", *new(T)))
}

// missing returns the error of a version in which the topic is not known: the nearest
// version is the first ancestor that has it.
func (t *topic[T]) missing(s *Set) *NoTable {
	e := &NoTable{Title: s.Title, What: t.what}
	for parent := s.Parent; parent != ""; parent = versionNamed(parent).parent {
		if t.built[parent] != nil {
			e.Nearest = append(e.Nearest, parent)
			break
		}
	}
	if known := t.versions(); e.Nearest == nil && len(known) > 0 {
		e.Nearest = known[:1] // a version of later: none before has it
	}
	return e
}

// knownIn reports whether the topic is known in a version.
func (t *topic[T]) knownIn(v version) bool {
	if !t.own && !v.partial {
		return true
	}
	return t.changes[v.name] != nil || slices.ContainsFunc(t.tables, func(table string) bool {
		_, err := data.ReadFile("data/" + v.name + "/" + table + ".tsv")
		return err == nil
	})
}

// make applies the changes from the root to the version and reads the tables.
func (t *topic[T]) make(v version) *T {
	out, lineage := new(T), v.lineage()
	for _, name := range lineage {
		if change := t.changes[name]; change != nil {
			change(out)
		}
	}
	if t.fill != nil {
		t.fill(out, lineage)
	}
	return out
}

func (t *topic[T]) title() string       { return t.name }
func (t *topic[T]) build(v version) any { return t.make(v) }

func (t *topic[T]) value(version string) any {
	if v := t.of(version); v != nil {
		return v
	}
	return nil
}

func (t *topic[T]) changedBy() []string {
	var out []string
	for name := range t.changes {
		out = append(out, name)
	}
	return out
}

// lineage lists the names from the root to v itself.
func (v version) lineage() []string {
	out := []string{v.name}
	for parent := v.parent; parent != ""; {
		i := slices.IndexFunc(versions, func(v version) bool { return v.name == parent })
		if i < 0 {
			panic(fmt.Sprintf("rules: %s follows %q, which is no version", v.name, parent))
		}
		out = append(out, parent)
		parent = versions[i].parent
	}
	slices.Reverse(out)
	return out
}

// list returns a cell that holds names separated by commas.
func (r row) list(column string) []string {
	s := r.str(column)
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}
