package people

import (
	"testing"

	"delphi/engine/games/score"
	"delphi/storage/memstore"
)

// TestOwnersOfOlderStores: accounts that were proved before owners were noted by
// name are still their owners'.
func TestOwnersOfOlderStores(t *testing.T) {
	b := &People{Store: memstore.New()}
	ctx := t.Context()
	p := new(Person)
	if err := b.persons().Update(ctx, "test/ann", p, func(bool) ([]any, bool, error) {
		*p = Person{ID: "test/ann", Accounts: []Claim{{Account: score.Account{Name: "Annie", Source: "nao"}, Proved: ProofChallenge}, {Account: score.Account{Name: "word"}, Proved: ProofNone}}}
		return nil, false, nil
	}); err != nil {
		t.Fatal(err)
	}
	want := func(name, source, owner string) {
		t.Helper()
		if got, err := b.OwnerOf(ctx, score.Account{Name: name, Source: source}); err != nil || got != owner {
			t.Errorf("%s on %s: %q, %v, want %q", name, source, got, err, owner)
		}
	}
	want("annie", "nao", "test/ann")
	want("annie", "eu", "")
	want("word", "nao", "")
	if err := b.Remember(ctx, "test/bob", Claim{Account: score.Account{Name: "bobby"}, Proved: ProofChallenge, At: 5}); err != nil {
		t.Fatal(err)
	}
	want("BOBBY", "nao", "test/bob")
}
