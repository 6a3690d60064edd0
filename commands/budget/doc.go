// Package budget bounds what reading one line may cost. Whatever a line holds,
// each reader counts what it does for it, and stops when the [Budget] of the line
// is spent: the asker is then told so. What is counted does not depend on the
// machine, so that a line is read everywhere or nowhere.
package budget
