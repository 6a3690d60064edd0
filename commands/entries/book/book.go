package book

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/storage"
)

// Actor says who asks for a change, and where.
type Actor struct {
	Place    string // as storage names places
	Name     string // how they are called
	User     string // who that is to the network
	Operator bool   // of the place, or of the bot
}

// Book keeps the entries of every place. It decides what an Actor may do, in the
// transaction that does it.
type Book struct {
	Topics storage.Topics
	Now    func() time.Time // nil: time.Now
}

func (b *Book) now() time.Time {
	if b.Now == nil {
		return time.Now().UTC().Truncate(time.Second)
	}
	return b.Now().UTC().Truncate(time.Second)
}

// maxSee bounds the redirects that are followed.
const maxSee = 5

// Find returns what a term leads to, and by which terms; found is Gone where
// there is nothing.
func (b *Book) Find(ctx context.Context, place, term string) (found storage.Topic, by []string, err error) {
	for range maxSee {
		found, err = b.Topics.Topic(ctx, place, Key(term))
		if err != nil || found.Now().See == "" {
			return found, by, err
		}
		by = append(by, found.Term)
		term = found.Now().See
	}
	return storage.Topic{}, by, nil
}

// change makes the next version of a term, after checking that the actor may.
func (b *Book) change(ctx context.Context, a Actor, term, what string, how func(tx *storage.TopicTx, e *storage.Topic, next *storage.TopicVersion) error) (e storage.Topic, err error) {
	if storage.Fleeting(a.Place) {
		return e, problem.New("Your nick is not logged in to services, so I can't keep anything of yours for long. Write entries in a channel, or log in first.")
	}
	err = b.Topics.Change(ctx, a.Place, func(tx *storage.TopicTx) error {
		if e, err = tx.Get(Key(term)); err != nil {
			return err
		}
		if err := mayChange(tx, a, &e); err != nil {
			return err
		}
		if len(e.Versions) == 0 {
			if err := makeRoom(tx); err != nil {
				return err
			}
			e.Term = term
		}
		next := b.next(a, &e, what)
		if err := how(tx, &e, &next); err != nil {
			return err
		}
		return put(tx, &e, next)
	})
	return e, err
}

func (b *Book) next(a Actor, e *storage.Topic, what string) storage.TopicVersion {
	now := e.Now()
	return storage.TopicVersion{N: now.N + 1, What: what, By: a.Name, User: a.User, At: b.now(), Texts: slices.Clone(now.Texts), See: now.See}
}

// put adds a version and forgets the oldest ones.
func put(tx *storage.TopicTx, e *storage.Topic, next storage.TopicVersion) error {
	e.Versions = append(e.Versions, next)
	e.Versions = e.Versions[max(0, len(e.Versions)-maxVersions):]
	return tx.Put(*e)
}

// mayChange lets only operators change what is locked.
func mayChange(tx *storage.TopicTx, a Actor, e *storage.Topic) error {
	all, err := tx.Get("")
	switch {
	case err != nil || a.Operator:
		return err
	case all.Locked:
		return problem.New("The entries of this channel are locked; only its operators can change them.")
	case e.Locked:
		return problem.Newf("%s is locked; only operators of this channel can change it.", e.Term)
	}
	return nil
}

// makeRoom forgets the term that was deleted longest ago if there are too many, or else
// refuses the new one.
func makeRoom(tx *storage.TopicTx) error {
	all, err := tx.All()
	if err != nil || len(all) < maxTerms {
		return err
	}
	gone := slices.DeleteFunc(all, func(e storage.Topic) bool { return !e.Gone() || e.Key == "" })
	if len(gone) == 0 {
		return problem.Newf("This channel already has %d entries, which is the limit.", maxTerms)
	}
	oldest := slices.MinFunc(gone, func(x, y storage.Topic) int { return x.Now().At.Compare(y.Now().At) })
	return tx.Drop(oldest.Key)
}

// Add adds a text to a term.
func (b *Book) Add(ctx context.Context, a Actor, term, text string) (storage.Topic, error) {
	term, text, err := both(term, text)
	if err != nil {
		return storage.Topic{}, err
	}
	return b.change(ctx, a, term, "add", func(_ *storage.TopicTx, e *storage.Topic, next *storage.TopicVersion) error {
		switch {
		case next.See != "":
			return problem.Newf("%s redirects to %s. Add to that, or delete %s first.", e.Term, next.See, e.Term).
				Try(Mark+" "+next.See, "learn del "+AsTyped(e.Term))
		case slices.ContainsFunc(next.Texts, func(t storage.TopicText) bool { return t.Text == text }):
			return problem.Newf("%s already says that.", e.Term)
		case len(next.Texts) >= maxTexts:
			return problem.Newf("%s already has %d texts, which is the limit.", e.Term, maxTexts)
		}
		next.Texts = append(next.Texts, storage.TopicText{Text: text, By: a.Name, At: next.At})
		return nil
	})
}

func both(term, text string) (goodT, goodS string, err error) {
	if goodT, err = goodTerm(term); err == nil {
		goodS, err = GoodText(text)
	}
	return goodT, goodS, err
}

// Edit changes text number n of a term, counted from 1, to text or, if text is
// s/OLD/NEW/, by replacing OLD with NEW.
func (b *Book) Edit(ctx context.Context, a Actor, term string, n int, text string) (storage.Topic, error) {
	return b.change(ctx, a, Normal(term), "edit", func(_ *storage.TopicTx, e *storage.Topic, next *storage.TopicVersion) error {
		i, err := pick(e, next, n, "edit")
		if err != nil {
			return err
		}
		to, err := edited(next.Texts[i].Text, text)
		if err == nil {
			to, err = GoodText(to)
		}
		if err == nil && to == next.Texts[i].Text {
			err = problem.Newf("%s already says that.", e.Term)
		}
		next.Texts[i] = storage.TopicText{Text: to, By: a.Name, At: next.At}
		return err
	})
}

// pick returns the index of the text that a change means.
func pick(e *storage.Topic, next *storage.TopicVersion, n int, verb string) (int, error) {
	switch k := len(next.Texts); {
	case next.See != "":
		return 0, problem.Newf("%s only redirects to %s.", e.Term, next.See).Try(Mark+" "+next.See, "learn del "+AsTyped(e.Term))
	case k == 0:
		return 0, Nothing(e.Term)
	case n == 0 && k > 1:
		return 0, problem.Newf("%s has %d texts; say which one.", e.Term, k).Try(Mark+" "+e.Term, "help learn "+verb)
	case n > k:
		return 0, problem.Newf("%s has only %s.", e.Term, wording.Count(k, "text")).Try("?? " + e.Term)
	}
	return max(n-1, 0), nil
}

// Nothing says that a place has no entry of that name.
func Nothing(term string) *problem.Problem {
	return problem.Newf("There is no entry %q here.", wording.Typed(term)).Try("learn search", "help learn add")
}

// edited returns a text after an edit: s/OLD/NEW/ with any delimiter, or an entirely
// new text.
func edited(old, edit string) (string, error) {
	if len(edit) < 2 || edit[0] != 's' || strings.IndexByte("/|,#!", edit[1]) < 0 {
		return edit, nil
	}
	parts := strings.Split(edit[2:], edit[1:2])
	if len(parts) < 2 || parts[0] == "" || len(parts) > 2 && strings.Trim(strings.Join(parts[2:], ""), "g ") != "" {
		return "", problem.New("I can't read that edit. Write it as s/OLD/NEW/.", "learn edit gnome s/small/tiny/")
	}
	if !strings.Contains(old, parts[0]) {
		return "", problem.Newf("The text does not contain %q.", wording.Typed(parts[0]))
	}
	if len(parts) > 2 && strings.Contains(parts[2], "g") {
		return strings.ReplaceAll(old, parts[0], parts[1]), nil
	}
	return strings.Replace(old, parts[0], parts[1], 1), nil
}

// Delete deletes text number n of a term; 0 is all of it.
func (b *Book) Delete(ctx context.Context, a Actor, term string, n int) (storage.Topic, error) {
	return b.change(ctx, a, Normal(term), "del", func(_ *storage.TopicTx, e *storage.Topic, next *storage.TopicVersion) error {
		if e.Gone() {
			return Nothing(term)
		}
		if n == 0 {
			next.Texts, next.See = nil, ""
			return nil
		}
		i, err := pick(e, next, n, "del")
		if err == nil {
			next.Texts = slices.Delete(next.Texts, i, i+1)
		}
		return err
	})
}

// Redirect makes a term lead to another, which must exist. A term with texts of its own
// is refused, because they would be lost.
func (b *Book) Redirect(ctx context.Context, a Actor, from, to string) (storage.Topic, error) {
	from, err := goodTerm(from)
	if err != nil {
		return storage.Topic{}, err
	}
	return b.change(ctx, a, from, "redirect", func(tx *storage.TopicTx, e *storage.Topic, next *storage.TopicVersion) error {
		if len(next.Texts) > 0 {
			return problem.Newf("%s already has texts of its own; delete it first.", e.Term).Try("learn del " + AsTyped(e.Term))
		}
		target, err := tx.Get(Key(to))
		if err != nil {
			return err
		}
		for step, at := 0, target; ; step++ {
			if at.Gone() {
				return Nothing(to)
			}
			if at.Key == e.Key || step == maxSee-1 {
				return problem.Newf("%s would redirect in a circle, or through too many terms.", e.Term)
			}
			if at.Now().See == "" {
				break
			}
			if at, err = tx.Get(Key(at.Now().See)); err != nil {
				return err
			}
		}
		next.See = target.Term
		return nil
	})
}

// Undo reverts the last change to a term that has not been reverted yet; called again,
// the one before it.
func (b *Book) Undo(ctx context.Context, a Actor, term string) (storage.Topic, error) {
	return b.change(ctx, a, Normal(term), "undo", func(_ *storage.TopicTx, e *storage.Topic, next *storage.TopicVersion) error {
		if len(e.Versions) == 0 {
			return Nothing(term)
		}
		now := e.Now()
		at := now.N
		if now.What == "undo" {
			at = now.Of
		}
		if at == 0 {
			return problem.Newf("There is nothing about %s left to undo.", e.Term).Try("learn history " + e.Term)
		}
		// The state before version at: the previous version, or nothing if that was the
		// first.
		i := slices.IndexFunc(e.Versions, func(v storage.TopicVersion) bool { return v.N == at-1 })
		switch {
		case at == 1:
			next.Texts, next.See, next.Of = nil, "", 0
		case i < 0:
			return problem.Newf("I no longer keep what %s said before that.", e.Term).Try("learn history " + e.Term)
		default:
			before := e.Versions[i]
			next.Texts, next.See, next.Of = slices.Clone(before.Texts), before.See, before.N
			if before.What == "undo" { // it was itself a return to an earlier one
				next.Of = before.Of
			}
		}
		return nil
	})
}

// Lock locks a term, or everything, against changes by others than operators,
// or unlocks it.
func (b *Book) Lock(ctx context.Context, a Actor, term string, lock bool) (e storage.Topic, err error) {
	if !a.Operator {
		return e, problem.New("Only operators of this channel can lock its entries.")
	}
	err = b.Topics.Change(ctx, a.Place, func(tx *storage.TopicTx) error {
		if term == everything {
			e = storage.Topic{Term: "Everything", Locked: lock}
			if !lock {
				return tx.Drop("")
			}
			return tx.Put(e)
		}
		if e, err = tx.Get(Key(term)); err != nil {
			return err
		}
		if e.Gone() {
			return Nothing(term)
		}
		e.Locked = lock
		return tx.Put(e)
	})
	return e, err
}

// Search lists the entries that contain all of the words, those with the words in the
// term first. Without words, it lists all terms.
func (b *Book) Search(ctx context.Context, place, words string) ([]storage.Topic, error) {
	all, err := b.Topics.All(ctx, place)
	if err != nil {
		return nil, err
	}
	want := strings.Fields(Key(words))
	in := func(text string) bool {
		text = Key(text)
		return !slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(text, w) })
	}
	all = slices.DeleteFunc(all, func(e storage.Topic) bool {
		text := e.Term + " " + e.Now().See
		for _, t := range e.Now().Texts {
			text += " " + t.Text
		}
		return e.Gone() || !in(text)
	})
	rank := func(e storage.Topic) int {
		switch {
		case len(want) == 0: // in the order of the alphabet
			return 0
		case in(e.Term):
			return len(e.Term)
		}
		return 2 * MaxTerm
	}
	slices.SortStableFunc(all, func(x, y storage.Topic) int { return cmp.Compare(rank(x), rank(y)) })
	return all, nil
}
