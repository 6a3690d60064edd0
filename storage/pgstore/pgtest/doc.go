// Package pgtest is a PostgreSQL server for tests, which kill it and cut its
// connections.
package pgtest
