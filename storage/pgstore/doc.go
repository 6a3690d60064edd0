// Package pgstore is a [storage.Store] in PostgreSQL, which several processes
// and machines may use at once. It needs nothing of PostgreSQL but tables and
// SERIALIZABLE transactions, so that databases which speak the same protocol
// serve as well.
//
//   - pgstore.go: Store, how it is opened, and its transactions.
//   - tx.go: what a transaction reads and writes.
//   - schema.go: the tables, how they come to be, and of what format they are.
//   - pgtest: a PostgreSQL server for tests.
//
// Keys are compared byte by byte, with no collation. Within a process Updates wait for
// each other as the contract says; between processes SERIALIZABLE decides, and the
// loser runs again. A connection that is lost during COMMIT leaves open whether the
// transaction was kept: each Update that writes leaves a row of its own behind, which
// is looked for before it runs again.
package pgstore
