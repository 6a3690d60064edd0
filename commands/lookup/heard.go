package lookup

import ()

// monWords holds what players ask about a monster.
const monWords = "spd|lvl|hits harder|harder|tougher|stronger|faster|more dangerous|scarier|deadlier|which is worse|which is better|hp|alignment|align|aligned with|stats|stat|info|sticky|digest|digests|drain|drains|flying|swims|nutrition|how tough|how big|size|glyph|colour|color|eat|eating|safe|corpse|corpses|meat|resist|resists|res|attack|attacks|bite|hit dice|hd|speed|poison|poisonous|farming|scary|dmg|damage|poisres|poisonres|sleepres|shockres|elecres|disintres|acidres|stoneres|deathres|" +
	"whats|what is|what does|petrify|regen|mon|monster|what resists|coldres|fireres|how fast|what level|what color|what colour|what glyph|what symbol|" +
	"difficulty|engulf|engulfs|passive|resistance|resistances|weaknesses|immune to|telepathy|teleportitis|instakill"
