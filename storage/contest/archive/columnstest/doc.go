// Package columnstest puts games into stores for tests.
package columnstest
