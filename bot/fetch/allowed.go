package fetch

import (
	_ "embed"
	"fmt"
	"net/url"
	pathpkg "path"
	"slices"
	"strings"

	"delphi/bot"
)

// serversTSV are the folders in which public servers keep dumplogs: a host, a path that
// ends in a slash, and whose they are.
//
//go:embed servers.tsv
var serversTSV string

// Public stands for the folders of the public servers in a list of hosts.
const Public = "public"

// Hosts is the list of hosts where none is configured.
var Hosts = []string{Public}

// folder is a host, exactly, and what the path of a page there begins with.
type folder struct{ host, path string }

func (f folder) String() string { return f.host + strings.TrimSuffix(f.path, "/") }

// publicFolders returns those of serversTSV.
func publicFolders() (out []folder) {
	for line := range strings.Lines(serversTSV) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); f[0] != "host" {
			out = append(out, folder{f[0], f[1]})
		}
	}
	return out
}

// folders returns what the entries of a list of hosts mean.
func folders(hosts []string) (out []folder) {
	for _, entry := range hosts {
		if entry == Public {
			out = append(out, publicFolders()...)
			continue
		}
		host, path, _ := strings.Cut(entry, "/")
		if path = "/" + path; !strings.HasSuffix(path, "/") {
			path += "/"
		}
		out = append(out, folder{strings.ToLower(host), path})
	}
	return out
}

// CheckHost says what is wrong with an entry of a list of hosts: Public, a host, or a
// host and the path of a folder.
func CheckHost(entry string) error {
	if entry == Public {
		return nil
	}
	u, err := url.Parse("https://" + entry)
	if err != nil || strings.ContainsAny(entry, "*%@?#\\ ") || strings.Contains(entry, "://") || !strings.Contains(strings.Trim(u.Hostname(), "."), ".") ||
		strings.HasPrefix(u.Host, ".") || u.Path != "" && !tidy(u.Path) {
		return fmt.Errorf("%s is not a host and a folder there, such as example.org/dumps, nor %q for the public servers; each host is named in full", bot.Quoted(entry), Public)
	}
	return nil
}

// tidy reports whether a path means the same to whoever reads it: nothing in it leads up,
// or is encoded twice.
func tidy(path string) bool {
	return !strings.ContainsAny(path, `%\`) && strings.HasPrefix(path, "/") && (path == "/" || pathpkg.Clean(path) == strings.TrimSuffix(path, "/"))
}

// allowed reports whether an address is in one of the folders.
func (p *Pages) allowed(u *url.URL) bool {
	if u.Scheme != "https" && u.Scheme != "http" || u.User != nil || !tidy(u.Path) {
		return false
	}
	host := strings.ToLower(u.Host)
	if port := u.Port(); u.Scheme == "https" && port == "443" || u.Scheme == "http" && port == "80" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return slices.ContainsFunc(p.folders, func(f folder) bool { return host == f.host && strings.HasPrefix(u.Path, f.path) })
}
