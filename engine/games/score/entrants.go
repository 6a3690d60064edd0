package score

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Entrants holds those who take part in an event that is counted from files.
type Entrants struct {
	Clans    []Clan
	Accounts map[Account]string // who owns each account; nil: a name is a player, whatever the source
}

// ParseEntrants reads entrants in TOML or JSON: clans with their members, or users
// with their accounts by source and the clan of each. Other keys are ignored. An
// account that two users name is that of the first.
func ParseEntrants(text []byte) (*Entrants, error) {
	var in struct {
		Clans []Clan `json:"clans" toml:"clans"`
		Users []struct {
			Login    string            `json:"login" toml:"login"`
			Name     string            `json:"name" toml:"name"`
			Clan     string            `json:"clan" toml:"clan"`
			Accounts map[string]string `json:"accounts" toml:"accounts"`
		} `json:"users" toml:"users"`
	}
	var err error
	if strings.HasPrefix(strings.TrimSpace(string(text)), "{") {
		err = json.Unmarshal(text, &in)
	} else {
		err = toml.Unmarshal(text, &in)
	}
	if err != nil {
		return nil, err
	}
	e := &Entrants{Clans: in.Clans}
	of := map[string]int{}
	for i, c := range e.Clans {
		of[c.Name] = i
	}
	for i, u := range in.Users {
		name := cmp.Or(u.Login, u.Name)
		if name == "" {
			return nil, fmt.Errorf("user %d has no login", i+1)
		}
		if len(u.Accounts) > 0 && e.Accounts == nil {
			e.Accounts = map[Account]string{}
		}
		for source, account := range u.Accounts {
			if a := (Account{Source: source, Name: account}); e.Accounts[a] == "" {
				e.Accounts[a] = name
			}
		}
		if u.Clan == "" {
			continue
		}
		if _, ok := of[u.Clan]; !ok {
			of[u.Clan] = len(e.Clans)
			e.Clans = append(e.Clans, Clan{Name: u.Clan})
		}
		e.Clans[of[u.Clan]].Members = append(e.Clans[of[u.Clan]].Members, name)
	}
	return e, nil
}
