package roster

import (
	"strings"
	"testing"
)

// FuzzSupport: no token of a server breaks what is built on it.
func FuzzSupport(f *testing.F) {
	for _, s := range []string{"PREFIX=(ov)@+", "PREFIX=(", "CHANMODES=,,,", "CASEMAPPING=ascii", "CHANNELLEN=64", "CHANNELLEN=-1", "CHANTYPES=", "STATUSMSG=@+", "BOT=B"} {
		f.Add(s, "@+alice bob", "+ov-k", "alice")
	}
	f.Fuzz(func(t *testing.T, tokens, names, flags, arg string) {
		is := NewSupport()
		for token := range strings.FieldsSeq(tokens) {
			is.Set(token)
		}
		if len(is.modes) != len(is.symbols) || is.ChanLen < 0 {
			t.Errorf("%q: %+v", tokens, is)
		}
		r := New(&is)
		r.Enter("#x")
		r.Names("#x", names)
		r.Mode("#x", flags, strings.Fields(arg))
		r.IsOp("#x", arg)
		r.Rename(arg, flags)
		r.Quit(arg)
		is.IsChannel(arg)
		for folded, u := range r.users {
			if u.in <= 0 || is.Casemap.Fold(folded) != folded {
				t.Errorf("%q stays with %d channels", folded, u.in)
			}
		}
	})
}
