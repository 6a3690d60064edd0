// Package wikitexttest makes wikis for tests: pages with titles, redirects,
// sections, tables and templates as a real wiki has them, the same for the
// same number, in both file formats.
package wikitexttest
