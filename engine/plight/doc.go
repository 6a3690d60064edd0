// Package plight says what is wrong with a hero, what can be done about it, and
// after the end what would have helped.
//
//   - trouble.go: Of, the troubles of a hero in the order in which gods mend them.
//   - signs.go: the words of a page that tell of a trouble.
//   - curses.go: troubles that come of what is worn and wielded.
//   - kit.go: Kit, what the hero carries and can cast.
//   - remedy.go: Remedies, what can be done about a trouble, best first.
//   - zap.go: how likely a zap does something, and what charges allow.
//   - meal.go: what a hungry hero had best eat.
//   - heal.go: what gives hit points back, and how likely it is enough.
//   - pray.go: what a prayer would do, as far as the hero's past is known.
//   - threat.go: how likely the monsters near kill, and escape.go: what gets away from them.
//   - grip.go: what frees from what holds the hero or has swallowed them.
//   - avert.go: what averts an end that takes no hit points.
//   - end.go: how a game ended, and what would have helped.
//   - ward.go: Stands, what a monster respects and whether it can be outrun.
//
// Which troubles there are is each version's own (pray.c, in_trouble). Nothing is
// computed twice: prayers are those of package divine, horns those of craft,
// spells those of spell, remedies those of effect. Where a variant's remedies
// are not known, those of its nearest ancestor stand in, and the caller is told.
package plight
