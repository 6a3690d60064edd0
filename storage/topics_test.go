package storage_test

import (
	"errors"
	"reflect"
	"testing"

	"delphi/storage"
	"delphi/storage/memstore"
)

func TestTopics(t *testing.T) {
	store := memstore.New()
	defer store.Close()
	s := storage.Topics{Store: store}
	put := func(place string, keys ...string) {
		t.Helper()
		err := s.Change(t.Context(), place, func(tx *storage.TopicTx) error {
			for _, k := range keys {
				e, err := tx.Get(k)
				if err != nil {
					return err
				}
				e.Term = "The " + k
				e.Versions = append(e.Versions, storage.TopicVersion{N: len(e.Versions) + 1, Texts: []storage.TopicText{{Text: k}}})
				if err := tx.Put(e); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	put("net\x00#b", "newt", "gnome", "")
	put("net\x00#a", "newt")
	put("net\x00#a", "newt")
	put("net\x00#a\x00", "x")
	if got, err := s.Places(t.Context()); err != nil || !reflect.DeepEqual(got, []string{"net\x00#a", "net\x00#a\x00", "net\x00#b"}) {
		t.Errorf("places %q, %v", got, err)
	}
	all, err := s.All(t.Context(), "net\x00#b")
	var keys []string
	for _, e := range all {
		keys = append(keys, e.Key)
	}
	if err != nil || !reflect.DeepEqual(keys, []string{"", "gnome", "newt"}) {
		t.Errorf("keys %q, %v", keys, err)
	}
	if e, err := s.Topic(t.Context(), "net\x00#a", "newt"); err != nil || e.Gone() || len(e.Versions) != 2 || e.Now().N != 2 || e.Term != "The newt" {
		t.Errorf("%+v, %v", e, err)
	}
	if e, err := s.Topic(t.Context(), "net\x00#a", "gnome"); err != nil || !e.Gone() {
		t.Errorf("another place's: %+v, %v", e, err)
	}
	stop := errors.New("stop")
	err = s.Change(t.Context(), "net\x00#a", func(tx *storage.TopicTx) error {
		if err := tx.Drop("newt"); err != nil {
			t.Error(err)
		}
		return stop
	})
	if e, _ := s.Topic(t.Context(), "net\x00#a", "newt"); err != stop || e.Gone() {
		t.Errorf("a change that failed: %v, %+v", err, e)
	}
	rawPut(t, store, storage.Key("topic", "net\x00#c", "broken"), "{")
	if problems, err := storage.Unreadable(t.Context(), store, nil); err != nil || len(problems) != 1 {
		t.Errorf("unreadable: %q, %v", problems, err)
	}
}
