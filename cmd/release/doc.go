// Command release makes the archives of a release: the program for each system with the
// documents and all licences, and their checksums in SHA256SUMS. It is run in the
// checkout:
//
//	go run ./cmd/release -o DIR
//	go run ./cmd/release -o DIR -only linux/amd64
//	go run ./cmd/release -list
//
// The version is that of the newest section of CHANGELOG.md. The same commit gives the
// same archives, byte for byte.
//
//   - main.go: the systems, and what is built for each.
//   - archive.go: files as .tar.gz or .zip.
//   - licences.go: the licences of all that gets into a program.
package main
