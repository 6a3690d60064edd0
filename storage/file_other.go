//go:build !unix

package storage

import "os"

// mapFile returns the content of a file.
func mapFile(path string) ([]byte, error) { return os.ReadFile(path) }

func forgetPages([]byte) {}
