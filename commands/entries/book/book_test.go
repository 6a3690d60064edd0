package book

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"delphi/storage"
	"delphi/storage/memstore"
)

var ann = Actor{Place: "net\x00#test", Name: "ann", User: "ann"}

func newBook(t testing.TB) *Book {
	store := memstore.New()
	if c, ok := t.(interface{ Cleanup(func()) }); ok {
		c.Cleanup(func() { store.Close() })
	}
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	return &Book{Topics: storage.Topics{Store: store}, Now: func() time.Time { now = now.Add(time.Minute); return now }}
}

func refused(t testing.TB, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an error about %q", err, want)
	}
}

// texts returns what a term says now.
func texts(t testing.TB, b *Book, term string) []string {
	t.Helper()
	e, err := b.Topics.Topic(context.Background(), ann.Place, Key(term))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, x := range e.Now().Texts {
		out = append(out, x.Text)
	}
	return out
}

func TestLimits(t *testing.T) {
	ctx, b := t.Context(), newBook(t)
	add := func(term, text string) error {
		_, err := b.Add(ctx, ann, term, text)
		return err
	}
	refused(t, add(strings.Repeat("x", MaxTerm+1), "y"), "at most 60 bytes")
	refused(t, add("x", strings.Repeat("y", maxText+1)), "at most 320 bytes")
	refused(t, add("x", "a\x02b"), "control characters")
	refused(t, add("x", "a\u202eb"), "control characters")
	refused(t, add("x|y", "z"), "something else")
	refused(t, add("<x>", "z"), "must begin with a letter")
	refused(t, add("x", "ask @here"), "ping people")
	for i := range maxTexts {
		if err := add("x", fmt.Sprint("text ", i)); err != nil {
			t.Fatal(err)
		}
	}
	refused(t, add("x", "one more"), "which is the limit")
	for i := range 3 * maxVersions {
		if _, err := b.Edit(ctx, ann, "x", 1, fmt.Sprint("edit ", i)); err != nil {
			t.Fatal(err)
		}
	}
	if e, _ := b.Topics.Topic(ctx, ann.Place, "x"); len(e.Versions) != maxVersions {
		t.Errorf("%d versions are kept, want %d", len(e.Versions), maxVersions)
	}
	for i := range maxVersions - 1 {
		if _, err := b.Undo(ctx, ann, "x"); err != nil && i < 9 {
			t.Errorf("undo %d: %v", i, err)
		}
	}
	_, err := b.Undo(ctx, ann, "x")
	refused(t, err, "no longer keep")

	_, err = b.Add(ctx, Actor{Place: "net\x00~guest", Name: "guest"}, "x", "y")
	refused(t, err, "not logged in")
}

// A place that is full forgets what was deleted longest ago before it refuses.
func TestFull(t *testing.T) {
	ctx, b := t.Context(), newBook(t)
	var file strings.Builder
	for i := range maxTerms {
		fmt.Fprintf(&file, "term %d\ttext\tsays %d\n", i, i)
	}
	if n, _, err := b.Import(ctx, ann, strings.NewReader(file.String())); n != maxTerms || err != nil {
		t.Fatal(n, err)
	}
	_, err := b.Add(ctx, ann, "another", "text")
	refused(t, err, "which is the limit")
	_, _, err = b.Import(ctx, ann, strings.NewReader("another\ttext\ty\n"))
	refused(t, err, "it may have 2000")
	for _, term := range []string{"term 7", "term 8"} {
		if _, err := b.Delete(ctx, ann, term, 0); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Add(ctx, ann, "another", "text"); err != nil {
		t.Fatal(err)
	}
	if e, _ := b.Topics.Topic(ctx, ann.Place, "term 7"); len(e.Versions) > 0 {
		t.Error("what was deleted first is still kept")
	}
	if e, _ := b.Topics.Topic(ctx, ann.Place, "term 8"); len(e.Versions) == 0 {
		t.Error("what was deleted last is forgotten")
	}
}

// Rights are checked in the transaction, whoever calls.
func TestLocks(t *testing.T) {
	ctx, b := t.Context(), newBook(t)
	op := ann
	op.Operator = true
	if _, err := b.Add(ctx, ann, "newt", "bites"); err != nil {
		t.Fatal(err)
	}
	_, err := b.Lock(ctx, ann, "newt", true)
	refused(t, err, "Only operators")
	_, err = b.Lock(ctx, op, "axolotl", true)
	refused(t, err, "no entry")
	for _, what := range []string{"newt", everything} {
		if _, err := b.Lock(ctx, op, what, true); err != nil {
			t.Fatal(err)
		}
		for name, change := range map[string]func(Actor) error{
			"add":      func(a Actor) error { _, err := b.Add(ctx, a, "newt", "x"); return err },
			"edit":     func(a Actor) error { _, err := b.Edit(ctx, a, "newt", 1, "x"); return err },
			"delete":   func(a Actor) error { _, err := b.Delete(ctx, a, "newt", 1); return err },
			"undo":     func(a Actor) error { _, err := b.Undo(ctx, a, "newt"); return err },
			"redirect": func(a Actor) error { _, err := b.Redirect(ctx, a, "newt", "newt"); return err },
		} {
			if err := change(ann); err == nil || !strings.Contains(err.Error(), "locked") {
				t.Errorf("%s of locked %s: %v", name, what, err)
			}
		}
		if _, err := b.Lock(ctx, op, what, false); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Edit(ctx, ann, "newt", 1, "nibbles"); err != nil {
		t.Error(err)
	}
}

// However a term was changed, undo goes back through every state that it had.
func TestUndo(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		ctx, b := context.Background(), newBook(t)
		states := [][]string{nil}
		for i := range rapid.IntRange(1, maxVersions/2-1).Draw(r, "changes") {
			var err error
			now := states[len(states)-1]
			switch rapid.IntRange(0, 3).Draw(r, "change") {
			case 0:
				_, err = b.Add(ctx, ann, "x", fmt.Sprint("text ", i))
			case 1:
				_, err = b.Edit(ctx, ann, "x", len(now), fmt.Sprint("edit ", i))
			case 2:
				_, err = b.Delete(ctx, ann, "x", rapid.IntRange(0, len(now)).Draw(r, "which"))
			case 3:
				if len(states) > 1 {
					if _, err = b.Undo(ctx, ann, "x"); err != nil {
						r.Fatal(err)
					}
					states = states[:len(states)-1]
					if got := texts(t, b, "x"); !reflect.DeepEqual(got, states[len(states)-1]) {
						r.Fatalf("undo gave %q, want %q", got, states[len(states)-1])
					}
				}
				continue
			}
			if err == nil {
				states = append(states, texts(t, b, "x"))
			}
		}
		for len(states) > 1 {
			states = states[:len(states)-1]
			if _, err := b.Undo(ctx, ann, "x"); err != nil {
				r.Fatal(err)
			}
			if got := texts(t, b, "x"); !reflect.DeepEqual(got, states[len(states)-1]) {
				r.Fatalf("undo gave %q, want %q", got, states[len(states)-1])
			}
		}
	})
}

func TestRedirects(t *testing.T) {
	ctx, b := t.Context(), newBook(t)
	must := func(_ storage.Topic, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(b.Add(ctx, ann, "a0", "text"))
	for i := range maxSee - 1 {
		must(b.Redirect(ctx, ann, fmt.Sprint("a", i+1), fmt.Sprint("a", i)))
	}
	_, err := b.Redirect(ctx, ann, "too far", "a4")
	refused(t, err, "circle, or through")
	if e, by, err := b.Find(ctx, ann.Place, "A4"); err != nil || e.Term != "a0" || len(by) != 4 {
		t.Errorf("a4 leads to %q by %q, %v", e.Term, by, err)
	}
	// A circle that arises by deleting is no loop.
	must(b.Delete(ctx, ann, "a0", 0))
	_, err = b.Redirect(ctx, ann, "a0", "a1")
	refused(t, err, "no entry")
	if e, _, err := b.Find(ctx, ann.Place, "a4"); err != nil || !e.Gone() {
		t.Errorf("a4 leads to %+v, %v", e, err)
	}
}

// Many who change at once lose nothing.
func TestAtOnce(t *testing.T) {
	b := newBook(t)
	b.Now = nil
	var all sync.WaitGroup
	for i := range maxTexts {
		all.Go(func() {
			if _, err := b.Add(t.Context(), ann, "x", fmt.Sprint("text ", i)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := texts(t, b, "x"); len(got) != maxTexts {
		t.Errorf("%d texts, want %d", len(got), maxTexts)
	}
}

func TestFile(t *testing.T) {
	ctx, b := t.Context(), newBook(t)
	op := ann
	op.Operator = true
	const file = "# a remark\r\n\ngray stone\ttext\tKick it.\tann\t2026-01-02T03:04:05Z\r\ngray stone\ttext\tTwice: \"kick\".\nluckstone\tsee\tgray stone\nnewt\ttext\tBites.\tbob\nnewt\tlocked\t\nlost\tsee\tnowhere\n"
	n, nowhere, err := b.Import(ctx, op, strings.NewReader(file))
	if n != 4 || len(nowhere) != 1 || nowhere[0] != "lost" || err != nil {
		t.Fatal(n, nowhere, err)
	}
	_, err = b.Add(ctx, ann, "newt", "x")
	refused(t, err, "locked")
	var first, second bytes.Buffer
	if n, err := b.Export(ctx, ann.Place, &first); n != 4 || err != nil {
		t.Fatal(n, err)
	}
	other := newBook(t)
	if _, _, err := other.Import(ctx, op, bytes.NewReader(first.Bytes())); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Export(ctx, ann.Place, &second); err != nil {
		t.Fatal(err)
	}
	// Who made a redirect, and when, is who imported it.
	strip := func(s string) string {
		var out []string
		for line := range strings.Lines(s) {
			if c := strings.Split(line, "\t"); len(c) > 1 && c[1] == isSee {
				line = strings.Join(c[:3], "\t") + "\n"
			}
			out = append(out, line)
		}
		return strings.Join(out, "")
	}
	if a, b := strip(first.String()), strip(second.String()); a != b {
		t.Errorf("exported\n%s and again\n%s", a, b)
	}
	if !strings.Contains(first.String(), "gray stone\ttext\tKick it.\tann\t2026-01-02T03:04:05Z\n") {
		t.Errorf("exported %s", first.String())
	}
	for bad, want := range map[string]string{
		"":                                      "no entry",
		"x y\n":                                 "line 1: 1 column",
		"a\ttext\tb\n\na\twhat\tb":              "line 3: \"what\" is neither",
		"a\ttext\tb\tann\tyesterday":            "line 1: \"yesterday\" is not a time",
		"a\ttext\tcall @everyone":               "line 1: A text can't ping people",
		"a\ttext\tb\x00c":                       "line 1: A text can't contain control",
		"a\ttext\tb\t@everyone":                 "cannot be the name",
		"a\ttext\tb\na\tsee\tc":                 "line 2: a cannot both",
		"\ttext\tb":                             "line 1: Which term",
		strings.Repeat("a\ttext\tb\n", 21):      "more than 20 texts",
		"a\ttext\t" + strings.Repeat("b", 9000): "line 1: ",
	} {
		_, _, err := b.Import(ctx, op, strings.NewReader(bad))
		refused(t, err, want)
	}
}

func FuzzFile(f *testing.F) {
	f.Add("gray stone\ttext\tKick it.\tann\t2026-01-02T03:04:05Z\nluckstone\tsee\tgray stone\nnewt\tlocked\t\n")
	f.Fuzz(func(t *testing.T, file string) {
		list, err := readFile(strings.NewReader(file))
		if err != nil {
			return
		}
		for _, x := range list {
			if again, err := goodTerm(x.term); err != nil || again != x.term {
				t.Errorf("the term %q: %v", x.term, err)
			}
			for _, s := range x.texts {
				if again, err := GoodText(s.Text); err != nil || again != s.Text {
					t.Errorf("the text %q: %v", s.Text, err)
				}
			}
			if x.see != "" && len(x.texts) > 0 || len(x.texts) > maxTexts {
				t.Errorf("%+v", x)
			}
		}
		// What was read can be written and read again.
		b, ctx := newBook(t), context.Background()
		if _, _, err := b.Import(ctx, ann, strings.NewReader(file)); err != nil {
			return // too many
		}
		var out bytes.Buffer
		n, err := b.Export(ctx, ann.Place, &out)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			return // locks alone
		}
		if again, err := readFile(&out); err != nil || len(again) != n {
			t.Errorf("%d terms of %d read again: %v", len(again), n, err)
		}
	})
}

// How long a question takes where a place has as many terms as it may.
func BenchmarkFind(b *testing.B) {
	book := newBook(b)
	var file strings.Builder
	for i := range maxTerms {
		fmt.Fprintf(&file, "term %d\ttext\tsays %d\n", i, i)
	}
	if _, _, err := book.Import(b.Context(), ann, strings.NewReader(file.String())); err != nil {
		b.Fatal(err)
	}
	b.Run("found", func(b *testing.B) {
		for b.Loop() {
			if e, _, err := book.Find(b.Context(), ann.Place, "term 1234"); err != nil || e.Gone() {
				b.Fatal(err)
			}
		}
	})
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			if found, err := book.Search(b.Context(), ann.Place, "says 1234"); err != nil || len(found) != 1 {
				b.Fatal(err)
			}
		}
	})
}
