package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// walk calls each with every exported field of a topic; a struct without a tag
// is walked in its turn.
func walk(path string, v reflect.Value, each func(path string, field reflect.StructField, value reflect.Value)) {
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if !field.IsExported() {
			continue
		}
		at := path + "." + field.Name
		if field.Type.Kind() == reflect.Struct && field.Tag == "" {
			walk(at, v.Field(i), each)
			continue
		}
		each(at, field, v.Field(i))
	}
}

// sourced is a place in the source, or in a level's description.
var sourced = regexp.MustCompile(`\.(c|des|lua):`)

// Every value of every topic of every version says where in the source it
// stands, and the version's source is cited for that rule.
func TestEveryValueIsCited(t *testing.T) {
	if len(topics) < 13 {
		t.Fatalf("only %d topics are registered", len(topics))
	}
	for _, v := range versions {
		cites := readCites(v.name)
		check := func(path string, field reflect.StructField, value reflect.Value) {
			if value.IsZero() {
				return
			}
			rule, table := field.Tag.Get("cite"), field.Tag.Get("table")
			switch {
			case rule == "" && table == "":
				t.Errorf("%s: %s has a value, and no tag says where it stands", v.name, path)
			case rule == "-" || table != "" || v.partial: // of partial versions no places are known
			case cites[rule].Function == "" || !sourced.MatchString(cites[rule].Place):
				t.Errorf("%s: %s cites %q, which has no place: %+v", v.name, path, rule, cites[rule])
			}
		}
		for _, topic := range topics {
			if known := topic.value(v.name); known != nil {
				walk(topic.title(), reflect.ValueOf(known), check)
			}
		}
		if s := Get(v.name); s != nil {
			walk("Set", reflect.ValueOf(s), check)
		}
	}
}

// Every field of a topic has a value in some version, and every topic is known
// in some: a rule without a number would be answered as if there were none.
func TestNoRuleIsEmpty(t *testing.T) {
	for _, topic := range topics {
		filled, known := map[string]bool{}, 0
		for _, v := range versions {
			if value := topic.value(v.name); value != nil {
				known++
				walk(topic.title(), reflect.ValueOf(value), func(path string, _ reflect.StructField, value reflect.Value) {
					empty := value.IsZero() || value.Kind() == reflect.Slice && value.Len() == 0
					filled[path] = filled[path] || !empty
				})
			}
		}
		if known == 0 {
			t.Errorf("%s is known in no version", topic.title())
		}
		for path, ok := range filled {
			if !ok {
				t.Errorf("%s has a value in no version", path)
			}
		}
	}
}

// Numbers of polymorph that are zero would be divided by.
func TestPolypileIsWhole(t *testing.T) {
	for _, name := range PolypileNames() {
		p := reflect.ValueOf(Polypiling(name).Polypile()).Elem()
		for i := range p.NumField() {
			if f := p.Type().Field(i); f.Type.Kind() == reflect.Int && p.Field(i).Int() == 0 && f.Name != "ReadLimit" {
				t.Errorf("%s: %s is empty", name, f.Name)
			}
		}
	}
}

// No topic escapes the register: whatever a Set hands out is of a registered
// topic, and so is every struct whose fields cite rules.
func TestEveryTopicIsRegistered(t *testing.T) {
	types := map[reflect.Type]bool{}
	var add func(reflect.Type)
	add = func(x reflect.Type) {
		switch x.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			add(x.Elem())
		case reflect.Struct:
			if x.PkgPath() == reflect.TypeFor[Set]().PkgPath() && !types[x] {
				types[x] = true
				for i := range x.NumField() {
					add(x.Field(i).Type)
				}
			}
		}
	}
	add(reflect.TypeFor[Set]()) // what its own fields hold
	for _, topic := range topics {
		for _, v := range versions {
			if known := topic.value(v.name); known != nil {
				add(reflect.TypeOf(known))
				break
			}
		}
	}
	set := reflect.TypeFor[*Set]()
	for i := range set.NumMethod() {
		m := set.Method(i)
		if m.Type.NumIn() > 1 || m.Type.NumOut() == 0 {
			continue // it is asked for one thing of a topic
		}
		out := m.Type.Out(0)
		for out.Kind() == reflect.Pointer || out.Kind() == reflect.Slice {
			out = out.Elem()
		}
		if out.Kind() == reflect.Struct && !types[out] && !m.Type.Out(0).Implements(reflect.TypeFor[error]()) {
			t.Errorf("Set.%s returns a %s, which is no registered topic", m.Name, out)
		}
	}
	names := map[string]bool{}
	for x := range types {
		names[x.Name()] = true
	}
	cited := 0
	inspect := func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if s, ok := spec.Type.(*ast.StructType); ok {
			for _, f := range s.Fields.List {
				if f.Tag == nil || !strings.Contains(f.Tag.Value, `cite:"`) {
					continue
				}
				cited++
				if !names[spec.Name.Name] {
					t.Errorf("%s cites rules and belongs to no registered topic", spec.Name.Name)
				}
				break
			}
		}
		return true
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, inspect)
	}
	if cited < 10 {
		t.Errorf("only %d structs cite rules", cited)
	}
}

// A version that changes nothing is its parent in all but its name: nothing
// needs to be written for it, and nothing crashes.
func TestVersionWithoutChanges(t *testing.T) {
	trial := version{name: "trial", title: "Trial", parent: "5.0.0"}
	got, want := build(trial), Get("5.0.0")
	if got.Name != "trial" || !reflect.DeepEqual(got.Casting, want.Casting) || len(got.Roles) != len(want.Roles) || len(got.Worn) != len(want.Worn) {
		t.Errorf("a version without changes is not as its parent: %+v", got)
	}
	for _, topic := range topics {
		if made := topic.build(trial); reflect.TypeOf(made) != reflect.TypeOf(topic.value("5.0.0")) && topic.value("5.0.0") != nil {
			t.Errorf("%s of a version without changes is a %T", topic.title(), made)
		}
	}
	a, b := learning.make(trial), Get("5.0.0").Learning()
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%+v, want %+v", a, b)
	}
	if polypile.knownIn(trial) || bestiary.knownIn(trial) || !casts.knownIn(trial) {
		t.Error("what is known only of versions with tables of their own is taken over, or the rest is not")
	}
	partial := trial
	if partial.partial = true; casts.knownIn(partial) {
		t.Error("a partial version knows what it does not change")
	}
	// A version may also be listed among the changes with nothing to do.
	nothing := topic[Casting]{changes: map[string]func(*Casting){"trial": nil, "3.4.3": casting.changes["3.4.3"]}}
	if c := nothing.make(trial); c.MaxPenalty != 20 {
		t.Errorf("%+v", c)
	}
}

// Every name among the changes of a topic is a version.
func TestChangesNameVersions(t *testing.T) {
	for _, topic := range topics {
		for _, name := range topic.changedBy() {
			if !slices.ContainsFunc(versions, func(v version) bool { return v.name == name }) {
				t.Errorf("%s is changed by %q, which is no version", topic.title(), name)
			}
		}
	}
}

func TestTables(t *testing.T) {
	tb := &table{rows: map[string][]string{}}
	for _, text := range []string{"name\tn\na\t1\nb\t2\n", "name\tn\n-a\nc\t3\nb\t4\n", "name\tn\n"} {
		if err := tb.apply(text); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	tb.each(func(r row) { got = append(got, r.str("name")+r.str("n")) })
	if strings.Join(got, " ") != "b4 c3" {
		t.Errorf("the table holds %v", got)
	}
	for _, text := range []string{"name\tm\nb\t1\n", "name\tn\n-a\n", "name\tn\nd\n"} {
		if tb.apply(text) == nil {
			t.Errorf("%q was taken", text)
		}
	}
	if err := tb.apply("key\tother\tcolumns\n-*\nx\ty\tz\n"); err != nil || len(tb.order) != 1 {
		t.Errorf("a table of its own: %v, %v", err, tb.order)
	}
}

// The rules that other packages cite by name have a place in every version
// that answers with them.
func TestNamedRulesHavePlaces(t *testing.T) {
	check := func(versions []string, rules ...string) {
		t.Helper()
		for _, name := range versions {
			for _, rule := range rules {
				if c, ok := Polypiling(name).Cite(rule); !ok || c.Place == "" || c.Function == "" {
					t.Errorf("%s: no place for %q", name, rule)
				}
			}
		}
	}
	check(Names(), CiteFailure, CiteRole, CiteStart, CiteAsked, CiteOffered, CiteConvey)
	check(PolypileNames(), CitePile, CiteResist, CiteShudder, CiteDecide, CiteGolem, CiteAbsorb, CiteBecome, CiteDraw, CiteGems, CiteLooks, CiteRange, CiteBeam, CiteDip)
}
