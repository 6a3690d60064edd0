package xlog

import (
	"net/url"
	"strconv"
	"strings"
)

// Dumplog makes the address of a game's dump log from a source's template: {name}
// stands for that field of the record, {name:1} for its first character. It is
// empty if the template is, or if the template names a field that is missing.
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
