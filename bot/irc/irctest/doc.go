// Package irctest is an IRC network with services for tests: InspIRCd and Anope, each on
// loopback ports of its own. Services can go away and come back.
package irctest
