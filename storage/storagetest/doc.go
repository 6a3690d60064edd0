// Package storagetest is the one test that every [storage.Store] passes: the
// contract in the doc comments of package storage, run. A new store's own tests
// call Run and add only what is its own.
package storagetest
