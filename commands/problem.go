package commands

import "delphi/engine/problem"

// Problem is an error that the asker can mend: a sentence and what to type
// instead. Engines return it too.
type Problem = problem.Problem
