package lookup

import (
	"delphi/engine/pattern"
)

// deathAsked asks who resists death magic.
var deathAsked = pattern.Must(`(?i)\b(?:resist\w*|immune)\s+(?:to\s+|the\s+)*(?:death|finger of death|fod|touch of death)\b`)
