package storage_test

import (
	"context"
	"fmt"

	"delphi/storage"
	"delphi/storage/memstore"
)

// Keys are made of segments, so that everything that belongs together is one
// scan.
func ExampleScanPrefix() {
	ctx, s := context.Background(), memstore.New()
	defer s.Close()
	err := s.Update(ctx, func(tx storage.Tx) error {
		for _, player := range []string{"bob", "ann", "annabel"} {
			for n := range 2 {
				if err := tx.Put(storage.Key("score", player, storage.Number(uint64(n))), fmt.Append(nil, player, " ", n)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	err = s.View(ctx, func(tx storage.ReadTx) error {
		for e, err := range storage.ScanPrefix(tx, storage.Key("score", "ann")) {
			if err != nil {
				return err
			}
			fmt.Println(string(e.Value))
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// ann 0
	// ann 1
}
