package route

import (
	"context"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/problem"
	"delphi/storage"
)

// settings returns the settings in force where a request was made.
func (r *Router) settings(ctx context.Context, req *commands.Request) (storage.PlaceSettings, error) {
	return r.settingsAt(ctx, req.Network, req.Place, req.Within)
}

// settingsAt returns the settings that hold in a place: its own, and where it has not
// set something, those of the places around it, the nearest first.
func (r *Router) settingsAt(ctx context.Context, network commands.Network, place commands.Place, within []commands.Place) (storage.PlaceSettings, error) {
	out, err := r.opts.Settings.Get(ctx, commands.PlaceKey(network, place))
	for _, p := range within {
		if err != nil {
			break
		}
		var wider storage.PlaceSettings
		if wider, err = r.opts.Settings.Get(ctx, commands.PlaceKey(network, p)); err == nil {
			out = over(out, wider)
		}
	}
	return out, err
}

// over overlays a place's settings on those of a place around it.
func over(d, wider storage.PlaceSettings) storage.PlaceSettings {
	if d.Rules == "" {
		d.Rules = wider.Rules
	}
	if d.Prefix == "" {
		d.Prefix = wider.Prefix
	}
	if d.Spoilers == "" {
		d.Spoilers = wider.Spoilers
	}
	said := func(list, word string) bool { return slices.Contains(strings.Fields(list), word) }
	d.NoGame = d.NoGame || wider.NoGame && !said(d.On, "game")
	d.Entries = d.Entries || wider.Entries && !said(d.Off, "entries")
	d.Terse = d.Terse || wider.Terse && !said(d.Off, "terse")
	off, on := d.Off, d.On
	for _, word := range strings.Fields(wider.Off) {
		if !said(on, word) {
			off += " " + word
		}
	}
	for _, word := range strings.Fields(wider.On) {
		if !said(d.Off, word) {
			on += " " + word
		}
	}
	d.Off, d.On = strings.TrimSpace(off), strings.TrimSpace(on)
	return d
}

// everywhere is the word for the settings that all surrounding channels share.
var everywhere = commands.NewFlag(commands.Param{Name: "server", Summary: "For the whole server; each channel may differ", Words: []string{"serverwide", "server-wide"}})

// target returns the place whose settings a call changes: its own, or the widest that
// is around it.
func target(c *commands.Call) (commands.Place, error) {
	switch {
	case !everywhere.In(c):
		return c.Place, nil
	case len(c.Within) == 0:
		return "", problem.New("This place belongs to no server. Leave out \"server\" to set it here.")
	case !c.Wide && !c.Admin:
		return "", problem.New("Only people who manage the whole server can change its settings. Leave out \"server\" to set it here.")
	}
	return c.Within[len(c.Within)-1], nil
}

// differ notes that a place has set one of the features itself, so that what is
// around it no longer counts.
func differ(d *storage.PlaceSettings, feature string, on bool) {
	drop := func(list string) string {
		return strings.Join(slices.DeleteFunc(strings.Fields(list), func(w string) bool { return w == feature }), " ")
	}
	d.On, d.Off = drop(d.On), drop(d.Off)
	if on {
		d.On = strings.TrimSpace(d.On + " " + feature)
	} else {
		d.Off = strings.TrimSpace(d.Off + " " + feature)
	}
}
