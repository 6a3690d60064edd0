//go:build !unix

package follow

import "os"

// inode is unknown here: size and content alone tell files apart.
func inode(os.FileInfo) uint64 { return 0 }

// nonblocking is not needed where there are no named pipes among files.
const nonblocking = 0
