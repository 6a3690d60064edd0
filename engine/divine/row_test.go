package divine

import "testing"

// Offerings in a row first mend what is bad, each by its value.
func TestRow(t *testing.T) {
	for _, c := range []struct {
		corpse                         string
		timeout, luck, anger, record   int
		n                              int
		before, left, leftLuck, leftAt int
		gift                           bool
	}{
		{"jackal", 600, 0, 0, 5, 3, 3, 525, 0, 0, false},
		{"jackal", 60, 0, 0, 5, 5, 3, 0, 0, 0, true}, // 35, 10, 0, then gifts
		{"jackal", 60, -3, 0, 5, 4, 3, 0, 0, 0, true},
		{"jackal", 0, -3, 0, 5, 2, 1, 0, 0, 0, true},     // bad Luck is no gift, and is mended
		{"jackal", 100, 0, 1, 5, 7, 7, 100, 0, 1, false}, // too little to mend anger
		{"soldier ant", 600, 0, 0, 5, 4, 4, 200, 0, 0, false},
	} {
		q := offering(t, "5.0.0", c.corpse, "lawful")
		q.XL, q.Timeout, q.Luck, q.Anger, q.Record = 12, c.timeout, c.luck, c.anger, c.record
		row, ok := q.Row(c.n)
		if !ok || row.Before != c.before || row.Left.Timeout != c.left || row.Left.Luck != c.leftLuck || row.Left.Anger != c.leftAt || row.Gift.Num > 0 != c.gift {
			t.Errorf("%+v: %+v", c, row)
		}
	}
	q := offering(t, "5.0.0", "white unicorn", "lawful")
	if _, ok := q.Row(2); ok {
		t.Error("an insult is a row of offerings")
	}
}
