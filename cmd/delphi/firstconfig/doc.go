// Package firstconfig asks whoever sets up a bot for what has no default, and fills the answers
// into the example of a configuration.
package firstconfig
