package follow

import (
	_ "embed"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// publicTSV are the logs of the public servers in 2025: the name of a source, the
// variant that writes it (empty: as each line says), its address, where dump logs
// are, and what it is.
//
//go:embed public.tsv
var publicTSV string

// mirrors are servers with the same logs as one of those in publicTSV, under
// another host.
var mirrors = []struct{ name, host string }{{"hdf_", "www."}, {"euhdf_", "eu."}, {"auhdf_", "au."}}

// publicSource is a log of a public server.
type publicSource struct {
	Source
	what string
}

// publicSources lists the logs of the public servers.
func publicSources() (out []publicSource) {
	lines := strings.Split(strings.TrimSpace(publicTSV), "\n")
	for _, m := range mirrors {
		for _, line := range lines[1:] {
			f := strings.Split(line, "\t")
			code, mirrored := strings.CutPrefix(f[0], mirrors[0].name)
			if !mirrored && m != mirrors[0] {
				continue
			}
			if mirrored {
				f[0] = m.name + code
				f[2] = strings.Replace(f[2], mirrors[0].host, m.host, 1)
				f[3] = strings.Replace(f[3], mirrors[0].host, m.host, 1)
			}
			out = append(out, publicSource{Source{Name: f[0], Rules: f[1], URL: f[2], Dumplog: f[3], Kind: "xlogfile"}, f[4]})
		}
	}
	return out
}

// SuggestPublic writes a configuration for the logs of the public servers.
func SuggestPublic(out io.Writer) {
	fmt.Fprintln(out, "# Logs of the public servers, as they were listed in 2025. Keep those that you want to follow; the first")
	fmt.Fprintln(out, "# reading of a long log takes a while, and servers ask for polls no more often than every few minutes.")
	for _, s := range publicSources() {
		fmt.Fprintf(out, "\n[[games.source]] # %s\nname    = %q\nurl     = %q\n", s.what, s.Name, s.URL)
		if s.Rules != "" {
			fmt.Fprintf(out, "rules   = %q\n", s.Rules)
		}
		fmt.Fprintln(out, `poll    = "5m"`)
		if s.Dumplog != "" {
			fmt.Fprintf(out, "dumplog = %q\n", s.Dumplog)
		}
	}
}

// SourceName returns the name of a source that is called after its file.
func SourceName(path string) string {
	name := filepath.Base(path)
	name = strings.TrimSuffix(name, ".gz")
	name = strings.TrimSuffix(name, filepath.Ext(name))
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t,:@<>=", r) {
			return '_'
		}
		return r
	}, name)
}
