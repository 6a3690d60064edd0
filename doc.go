// Package delphi holds what the program carries of the files that stand at the
// root of its tree.
package delphi

import _ "embed"

// ConfigExample is config.example.toml: every key, its default and why.
//
//go:embed config.example.toml
var ConfigExample []byte
