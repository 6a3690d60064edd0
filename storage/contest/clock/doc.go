// Package clock notices a time of day that leaps.
package clock
