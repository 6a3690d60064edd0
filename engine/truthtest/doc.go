// Package truthtest lets tests compare an engine with rows of answers that the
// real game gave.
//
// Each [Table] exists twice: a compressed sample in the testdata of the
// package that reads it, which every `go test` checks, and the complete files
// beside the project (../shared), which are checked where they exist. Both are
// read as the same [Row], so a test states its comparison once:
//
//	var hunger = truthtest.Table{
//		Name: "spellhunger", Files: "truth/spellhunger_*.tsv", OneIn: 2,
//		Columns: []string{"version", "role", "int", "nutrition_cost"},
//	}
//
//	func TestHunger(t *testing.T) { hunger.Check(t, checkHunger) }
//
// The sample of a table is written from the complete files by running its test
// with -resample, for example
//
//	go test ./engine/spell -run TestHunger -resample
//
// which is also how a new column or a larger sample comes in.
package truthtest
