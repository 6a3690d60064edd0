// Package shape puts the results of queries into sentences, tables and charts; template.go
// does it as an asker's template says.
package shape
