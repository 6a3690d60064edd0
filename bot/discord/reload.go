package discord

import (
	"fmt"
	"reflect"
	"strings"
)

// Reload implements bot.Reloader: operators and private may change while the
// adapter runs. The error names the keys that need a restart.
func (a *Adapter) Reload(section any) error {
	next, ok := section.(Config)
	if !ok {
		return fmt.Errorf("[discord] a %T is not a section of Discord's", section)
	}
	was := *a.live.Load()
	fixed := next
	fixed.Operators, fixed.Private = was.Operators, was.Private
	if keys := differences(fixed, was); len(keys) > 0 {
		return fmt.Errorf("[discord] %s cannot change without a restart", strings.Join(keys, ", "))
	}
	a.live.Store(&next)
	return nil
}

// differences lists the keys of the configuration in which a and b differ.
func differences(a, b Config) []string {
	var out []string
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		key := x.Type().Field(i).Tag.Get("toml")
		if key == "-" {
			key = "the token"
		}
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			out = append(out, key)
		}
	}
	return out
}
