package book

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/storage"
)

// The second column of a file of entries.
const (
	isText = "text"
	isSee  = "see"
	isLock = "locked"
)

// fileHead is the first line of a file of entries.
const fileHead = "# term\twhat (text, see or locked)\ttext, or the term that it leads to\twho wrote it\twhen"

// maxFile bounds how much of a file of entries is read: as much as a place may hold.
const maxFile = maxTerms * maxTexts

// Export writes what the entries of a place say now: a line for each text, its
// columns separated by tabs. Import reads it.
func (b *Book) Export(ctx context.Context, place string, w io.Writer) (terms int, err error) {
	all, err := b.Search(ctx, place, "")
	if err != nil {
		return 0, err
	}
	slices.SortFunc(all, func(x, y storage.Topic) int { return strings.Compare(x.Key, y.Key) })
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, fileHead)
	line := func(columns ...string) { fmt.Fprintln(out, strings.Join(columns, "\t")) }
	for _, e := range all {
		now := e.Now()
		for _, t := range now.Texts {
			line(e.Term, isText, t.Text, t.By, t.At.Format(time.RFC3339))
		}
		if now.See != "" {
			line(e.Term, isSee, now.See, now.By, now.At.Format(time.RFC3339))
		}
		if e.Locked {
			line(e.Term, isLock, "")
		}
	}
	return len(all), out.Flush()
}

// fromFile is what a file says about one term.
type fromFile struct {
	term   string
	texts  []storage.TopicText
	see    string
	locked bool
}

// readFile reads a file of entries, all of it or nothing. Its errors name the
// line.
func readFile(in io.Reader) ([]fromFile, error) {
	var out []fromFile
	at := map[string]int{}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 8<<10)
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimPrefix(strings.TrimSuffix(lines.Text(), "\r"), "\ufeff")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if n > maxFile {
			return nil, problem.Newf("line %d: that is more than one channel's entries may take", n)
		}
		if err := readLine(line, &out, at); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	if len(out) == 0 {
		return nil, problem.New("there is no entry in it; a line is TERM, text and what it means, with tabs between them")
	}
	return out, nil
}

// readLine adds one line to what was read; at holds the place of each term.
func readLine(line string, out *[]fromFile, at map[string]int) error {
	columns := strings.Split(line, "\t")
	if len(columns) < 3 || len(columns) > 5 {
		return problem.Newf("%s where 3 to 5 are expected: term, what, text, who, when, with tabs between them", wording.Count(len(columns), "column"))
	}
	columns = append(columns, "", "")
	term, err := goodTerm(columns[0])
	if err != nil {
		return err
	}
	i, known := at[Key(term)]
	if !known {
		i = len(*out)
		at[Key(term)] = i
		*out = append(*out, fromFile{term: term})
	}
	x := &(*out)[i]
	var when time.Time
	if columns[4] != "" {
		if when, err = time.Parse(time.RFC3339, columns[4]); err != nil {
			return problem.Newf("%q is not a time such as 2026-11-22T10:00:00Z", wording.Typed(columns[4]))
		}
	}
	by := columns[3]
	if _, err := GoodText(by); by != "" && (err != nil || utf8.RuneCountInString(by) > MaxTerm) {
		return problem.Newf("%q cannot be the name of whoever wrote it", wording.Typed(by))
	}
	switch columns[1] {
	case isText:
		text, err := GoodText(columns[2])
		if err != nil {
			return err
		}
		x.texts = append(x.texts, storage.TopicText{Text: text, By: by, At: when})
	case isSee:
		if x.see, err = goodTerm(columns[2]); err != nil {
			return err
		}
	case isLock:
		x.locked = true
	default:
		return problem.Newf("%q is neither text nor see nor locked", wording.Typed(columns[1]))
	}
	switch {
	case x.see != "" && len(x.texts) > 0:
		return problem.Newf("%s cannot both have a text and redirect to %s", term, x.see)
	case len(x.texts) > maxTexts:
		return problem.Newf("%s has more than %d texts", term, maxTexts)
	}
	return nil
}

// Import reads a file written by Export, or one in the same format, into a place, all
// or nothing. What it says about a term becomes the term's next version; other terms
// stay. where lists the terms that lead nowhere afterwards.
func (b *Book) Import(ctx context.Context, a Actor, in io.Reader) (terms int, nowhere []string, err error) {
	list, err := readFile(in)
	if err != nil {
		return 0, nil, err
	}
	err = b.Topics.Change(ctx, a.Place, func(tx *storage.TopicTx) error {
		nowhere = nil
		all, err := tx.All()
		if err != nil {
			return err
		}
		known := map[string]storage.Topic{}
		for _, e := range all {
			known[e.Key] = e
		}
		for _, x := range list {
			e, ok := known[Key(x.term)]
			if !ok {
				e = storage.Topic{Key: Key(x.term), Term: x.term}
			}
			next := b.next(a, &e, "import")
			next.Texts, next.See = x.texts, x.see
			e.Locked = e.Locked || x.locked
			if err := put(tx, &e, next); err != nil {
				return err
			}
			known[e.Key] = e
		}
		if len(known) > maxTerms {
			return problem.Newf("the channel would have %d entries; it may have %d", len(known), maxTerms)
		}
		for _, x := range list {
			if to := known[Key(x.see)]; x.see != "" && to.Gone() {
				nowhere = append(nowhere, x.term)
			}
		}
		return nil
	})
	return len(list), nowhere, err
}
