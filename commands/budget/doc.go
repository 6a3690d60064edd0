// Package budget bounds what reading one line may cost. Each reader counts the work it
// does for a line and stops when the line's [Budget] is spent; the asker is then told
// so. The counts do not depend on the machine, so a line is either readable everywhere
// or nowhere.
package budget
