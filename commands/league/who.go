package league

import ()

// This file says which sentences ask who plays, where, and how one does beside others.
