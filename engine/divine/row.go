package divine

import "delphi/engine/odds"

// Row is the result of sacrificing the same thing several times without a turn in between,
// until a gift comes.
type Row struct {
	Before int           // offerings that cannot bring a gift; all of them, if none ever can
	Gift   odds.Fraction // the chance with each of those after
	Left   Offered       // as after the last, where none came
}

// Row returns the result of n sacrifices to the hero's own god. ok is false if they are not
// accepted.
func (q *Sacrifice) Row(n int) (row Row, ok bool) {
	at, row := *q, Row{Gift: odds.Never}
	for i := 0; i < n; i++ {
		a := at.Answer()
		if !a.Accepted {
			return Row{}, false
		}
		row.Left = a
		if a.Gifted && row.Gift.Num == 0 {
			gift := at.Gift
			gift.Value = a.Value
			row.Gift = gift.Chance(gift.Which())
		}
		if row.Gift.Num == 0 {
			row.Before++
		}
		if a.Timeout == at.Timeout && a.Luck == at.Luck && a.Anger == at.Anger { // so will all the others
			left := n - i - 1
			row.Left.Record += left * (a.Record - at.Record)
			if row.Gift.Num == 0 {
				row.Before += left
			}
			break
		}
		at.Timeout, at.Luck, at.Anger, at.Record = a.Timeout, a.Luck, a.Anger, a.Record
	}
	return row, true
}
