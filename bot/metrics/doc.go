// Package metrics counts what a serving bot does, for Prometheus, and says
// over HTTP on loopback whether it is well.
package metrics
