//go:build !linux

package boltstore

import "errors"

// limited needs a limit that not every system has.
func limited(string) error { return errors.New("no limit of a file's size here") }
