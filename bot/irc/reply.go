package irc

import (
	"strconv"
	"strings"
	"sync/atomic"
)

// What IRCv3 adds to an answer: which message it replies to, and long answers in
// one piece.

// maxMsgid bounds the name of a message, in bytes; 4094 are allowed for all tags
// of a line.
const maxMsgid = 512

// escapeTag writes the value of a tag.
var escapeTag = strings.NewReplacer(`\`, `\\`, ";", `\:`, " ", `\s`, "\r", `\r`, "\n", `\n`)

// replyTag returns the tags of an answer to the message of that name, for which the
// network must let tags of clients pass; empty where it does not.
func (s *session) replyTag(msgid string) string {
	if msgid == "" || len(msgid) > maxMsgid || !s.caps["message-tags"] || s.is.Denies("draft/reply") {
		return ""
	}
	return "+draft/reply=" + escapeTag.Replace(msgid)
}

// multiline is how long a message may be that is sent as several lines; the zero
// value where the network takes none.
type multiline struct{ bytes, lines int }

// multilineOf reads the value of the capability: "max-bytes=4096,max-lines=24".
func multilineOf(value string) (m multiline) {
	for part := range strings.SplitSeq(value, ",") {
		key, n, _ := strings.Cut(part, "=")
		switch key {
		case "max-bytes":
			m.bytes, _ = strconv.Atoi(n)
		case "max-lines":
			m.lines, _ = strconv.Atoi(n)
		}
	}
	if m.lines <= 0 { // it may be left out
		m.lines = mostBatched
	}
	m.lines = min(m.lines, mostBatched)
	return m
}

// fit returns how many lines of at most that many bytes a message may have.
func (m multiline) fit(budget int) int {
	if m.bytes <= 0 {
		return m.lines
	}
	return max(1, min(m.lines, m.bytes/(budget+1)))
}

// mostBatched is the largest number of lines that are sent as one message.
const mostBatched = 8

// batches numbers the batches of all connections.
var batches atomic.Uint32

// tagged puts tags before a protocol line.
func tagged(line string, tags ...string) string {
	tags = nonEmpty(tags)
	if len(tags) == 0 {
		return line
	}
	return "@" + strings.Join(tags, ";") + " " + line
}

func nonEmpty(list []string) (out []string) {
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// batch makes one message of texts that were one text, broken between words: a
// BATCH that goes out as a whole, since nothing else may be sent within it.
// Clients that know such messages show it unbroken.
func batch(command, target, reply string, texts []string) string {
	ref := "d" + strconv.FormatUint(uint64(batches.Add(1)), 36)
	lines := []string{tagged("BATCH +"+ref+" draft/multiline "+target, reply)}
	for i, text := range texts {
		concat := ""
		if i > 0 {
			concat = "draft/multiline-concat"
		}
		if i < len(texts)-1 {
			text += " "
		}
		lines = append(lines, tagged(command+" "+target+" :"+text, "batch="+ref, concat))
	}
	return strings.Join(append(lines, "BATCH -"+ref), "\r\n")
}
