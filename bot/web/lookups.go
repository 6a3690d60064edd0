package web

import (
	"context"
	"net/http"
	"slices"

	"delphi/bot/web/segment"
	"delphi/commands"
	"delphi/engine/rules"
)

// list returns the page of all monsters or objects that have pages, for a version.
func (s *site) list(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		version := r.PathValue("version")
		if version == "" {
			http.Redirect(w, r, s.link("/"+name+"/"+segment.Of(s.Rules)+"/"), http.StatusFound)
			return
		}
		if asked := typed(r.URL.Query().Get("q")); asked != "" {
			s.found(w, r, name, version, asked)
			return
		}
		p, err := s.keep(r, r.URL.Path, func(context.Context) (*page, error) { return s.listPage(name, version, "", "", nil) })
		s.sent(w, r, p, err)
	}
}

// listPage returns the page of all things of a kind; asked is what was searched for and not
// found, wrong says so, and try is what to ask instead.
func (s *site) listPage(name, version, asked, wrong string, try []string) (*page, error) {
	versions, things := s.things(name, version)
	if things == nil {
		return nil, errNone
	}
	title := map[string]string{"mon": "Monsters", "item": "Objects"}[name] + " of " + version
	body, err := s.render("list", struct {
		Head     head
		Name     string
		Version  string
		Versions []string
		Things   []string
		Search   search
		Wrong    string
		Try      []string
	}{head{Title: title, Path: "/" + name + "/" + segment.Of(version) + "/"}, name, version, versions, things, search{name, version, things, asked}, wrong, try})
	return &page{body: body, lasting: true}, err
}

// things returns the names of the monsters or objects of a version, and the versions
// there are, or nil if there is none of that name.
func (s *site) things(name, version string) (versions, things []string) {
	if name == "mon" {
		if b := rules.BestiaryOf(version); b != nil {
			for _, m := range b.Monsters {
				things = append(things, m.Name)
			}
		}
		slices.Sort(things)
		return rules.BestiaryNames(), slices.Compact(things)
	}
	cmd, _ := s.named(name)
	set := rules.Get(version)
	if cmd == nil || set == nil {
		return nil, nil
	}
	for _, p := range cmd.Params {
		if p.Kind == commands.KindName {
			for _, t := range p.Terms(set) {
				things = append(things, t.Name)
			}
		}
	}
	return rules.Names(), things
}
