// Package modules lists the modules that a program is built from, and reads their
// licences. The release and the tests of cmd/delphi share it.
package modules
