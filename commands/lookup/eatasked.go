package lookup

import ()

// This file says which sentences ask about eating, and what they ask.
