//go:build !linux

package main

import "runtime/debug"

// settle gives back what only starting needed.
func settle() { debug.FreeOSMemory() }
