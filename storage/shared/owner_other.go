//go:build !unix

package shared

import "os"

// trusted leaves the question to the permissions of the directory.
func trusted(os.FileInfo, string) bool { return true }
