// Package cluster shares out the networks and shards among the processes that have one store
// in PostgreSQL: by leases each has one holder, and when that dies another process takes over.
package cluster
