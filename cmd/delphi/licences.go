package main

import (
	_ "embed"
	"fmt"
	"strings"
	"text/tabwriter"
)

// licencesTSV lists the modules in the binary: path, version and SPDX
// identifier of the licence. A test holds it to the build.
//
//go:generate go test -run TestLicences -update .
//go:embed licences.tsv
var licencesTSV string

type licencesCmd struct{}

// Run prints the modules in the binary with their licences.
func (licencesCmd) Run(e *env) error {
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	for line := range strings.Lines(licencesTSV) {
		fmt.Fprint(w, line)
	}
	return w.Flush()
}
