// Package learned holds what was learned of lines that people marked: what each feature of a
// reading costs, and which words speak for which kind of question. It knows neither features nor
// kinds but by their names.
//
//   - weights.go: [Weights]; weights.txt, as tuned.
//   - hunches.go: [Hunches]; hunches.txt, as learned.
//
// The program cmd/tune makes both files of the rows in ../testdata/rows.
package learned
