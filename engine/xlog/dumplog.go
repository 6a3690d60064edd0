package xlog

import (
	"net/url"
	"strconv"
	"strings"
)

// Dumplog is the address of a game's dump log by a source's template: {name} is
// what the record says there, {name:1} its first character. It is empty where
// the template is, or names what the record does not have.
func (rec *Record) Dumplog(template string) string {
	var b strings.Builder
	for template != "" {
		before, rest, ok := strings.Cut(template, "{")
		b.WriteString(before)
		if !ok {
			break
		}
		field, after, ok := strings.Cut(rest, "}")
		key, n, cut := strings.Cut(field, ":")
		value, has := rec.Get(key)
		if !ok || !has {
			return ""
		}
		if k, err := strconv.Atoi(n); cut && err == nil && k > 0 {
			runes := []rune(value)
			value = string(runes[:min(k, len(runes))])
		}
		b.WriteString(url.PathEscape(value))
		template = after
	}
	return b.String()
}
