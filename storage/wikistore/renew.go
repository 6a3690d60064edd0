package wikistore

import (
	"context"
	"errors"
	"path/filepath"

	"delphi/storage"
)

// Renew writes the wiki again in this program's format if an earlier program imported
// it; x then serves it. prepare fills in what is not stored of a page: Key, Plain and
// Sections. Before it begins it calls begins. It reports whether it has written anything.
func (x *Index) Renew(ctx context.Context, begins func(), prepare func(*storage.WikiPage)) (renewed bool, err error) {
	name, err := readCurrent(x.dir)
	if errors.Is(err, storage.ErrNoWiki) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	path := filepath.Join(x.dir, name)
	switch format, err := formatOf(path); {
	case err != nil:
		return false, err
	case format == Format:
		return false, nil
	}
	begins()
	old, err := openGeneration(path, oldest)
	if err != nil {
		return false, err
	}
	err = old.read(func(w storage.WikiView) error { return rewrite(ctx, x.dir, w.(*view), prepare) })
	return err == nil, errors.Join(err, old.release())
}

// rewrite imports the pages of a view.
func rewrite(ctx context.Context, dir string, v *view, prepare func(*storage.WikiPage)) error {
	b, err := Create(dir)
	if err != nil {
		return err
	}
	b.info.Imported = v.info.Imported
	err = v.pages.ForEach(func(title, _ []byte) error {
		p, err := v.Page(string(title))
		if err != nil {
			return err
		}
		prepare(p)
		return b.Add(ctx, p)
	})
	if err != nil {
		return errors.Join(err, b.Abort())
	}
	_, err = b.Finish(ctx, v.info)
	return err
}

// buckets lists the buckets that a page file of a format has.
func buckets(format int) [][]byte {
	if format < 3 { // the full-text index was in files of its own
		return [][]byte{pagesBucket, keysBucket, metaBucket}
	}
	return [][]byte{pagesBucket, keysBucket, metaBucket, wordsBucket, numbersBucket}
}
