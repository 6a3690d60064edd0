package route

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/grammar"
	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/problem"
)

const (
	mostWhole = 3  // hints that are written as whole lines
	mostTries = 40 // lines that are tried for them
	mostHeard = 6  // of these that are read as sentences, which takes longest

	longLine   = 240 // bytes of a line for which only mostOfLong lines are tried
	mostOfLong = 2

	mostLeft  = 2  // lines that leave out a part
	mostWords = 24 // words of a line that are tried
	mostSpan  = 3  // words in a row that a hint may stand for
)

// quotedPart matches what the sentence of a problem quotes, or says of a number:
// "must be from 1 to 30, not 99".
var quotedPart = regexp.MustCompile(`"[^"]+"|, not -?[0-9]+`)

// typable writes the hints of an error that are only a part of a line, such as "int18"
// or the name that was meant, as the line asked again with that part in its place, so
// that each hint can be typed as it is shown. A hint for which no such line is found,
// as no command begins it, is left out. It returns nil if there are no hints.
func (r *Router) typable(ctx context.Context, req *commands.Request, err error) []string {
	var p problem.Mendable
	if !errors.As(err, &p) || len(p.Instead()) == 0 {
		return nil
	}
	line := grammar.Clean(req.Line)
	if cmd, _, _ := r.find(line); cmd != nil && cmd.Confirm != nil {
		line, _ = confirmed(line) // another line is confirmed anew
	}
	t := trial{r: r, ctx: ctx, req: req, left: mostTries, sentences: mostHeard}
	if len(line) > longLine { // a try reads all of it
		t.left = mostOfLong
	}
	quoted := quotedPart.FindAllString(p.Error(), -1)
	for i, q := range quoted {
		quoted[i] = strings.Trim(strings.TrimPrefix(q, ", not "), `"`)
	}
	hints := []string{}
	whole := 0
	for _, h := range p.Instead() {
		if cmd, _, _ := r.find(h); cmd != nil && r.entitled(ctx, cmd.Needs(), req) != nil {
			continue // which the asker may not do
		}
		if what, ok := strings.CutPrefix(h, "leave out "); ok {
			hints = append(hints, t.without(line, what)...)
			whole++
			continue
		}
		if cmd := t.bare(h); cmd != nil {
			h = t.example(cmd, line, h, quoted)
		} else if part := !strings.Contains(h, " ;; "); part && (inFull(h, quoted) || t.ofLine(line, h) || !t.wholeLine(h, line)) { // several lines are no part of one
			full := ""
			if whole < mostWhole {
				full = t.completed(line, h, quoted)
			}
			switch {
			case full != "":
				h = full
				whole++
			case whole > 0 && (!t.begins(h) || t.ofLine(line, h)), t.pure(line) && (figureOf(strings.Fields(line), h) > 0 || !t.answered(h)):
				continue
			}
		}
		if !slices.Contains(hints, h) && h != line { // which was refused
			hints = append(hints, h)
		}
	}
	var twice *grammar.Twice
	if errors.As(err, &twice) && len(hints) == 2 && t.pure(line) {
		hints = append(hints, hints[0]+" "+separate+" "+hints[1])
	}
	return hints
}

// ofLine reports whether a hint is another value of a parameter of the line's command,
// though a command is called the same: "rules dash" for "tourney new X rules dsah".
func (t *trial) ofLine(line, hint string) bool {
	cmd, rest, _ := t.r.find(line)
	word, _, _ := strings.Cut(hint, " ")
	return cmd != nil && cmd.Name != word && slices.Contains(strings.Fields(rest), word) && slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool { return p.Name == word && p.Kind != commands.KindFlag })
}

// wholeLine reports whether a hint is a line with a command, which is answered if that changes
// nothing: "alchemy smock" is none, as mix takes two things. A line of the command that was asked
// is one even where it lacks something more.
func (t *trial) wholeLine(hint, line string) bool {
	asked, _, _ := t.r.find(line)
	return t.begins(hint) && (t.command(hint) && !t.pure(hint) || asked != nil && strings.HasPrefix(hint, asked.Path()+" ") || t.answered(hint))
}

// inFull reports whether a hint is the whole of a name that the line has only the
// beginning of, whatever command begins like that too: "cure blindness" for "cure".
func inFull(hint string, quoted []string) bool {
	return slices.ContainsFunc(quoted, func(q string) bool { return strings.HasPrefix(hint, q+" ") })
}

// trial tries lines without any effect.
type trial struct {
	r    *Router
	ctx  context.Context
	req  *commands.Request
	left int // lines that may still be tried

	sentences int // of these that may be read as sentences
}

// begins reports whether a command, ours or the network's, begins a hint.
func (t *trial) begins(hint string) bool {
	word, _, _ := strings.Cut(hint, " ")
	return t.r.byName[word] != nil || strings.HasPrefix(hint, "/") || strings.HasPrefix(hint, "??")
}

// pure reports whether the answer to a line is computed without changing anything.
func (t *trial) pure(line string) bool {
	cmd, _, _ := t.r.find(line)
	return cmd != nil && cmd.Cacheable
}

// bare returns the command that a hint names without anything else, or nil.
func (t *trial) bare(hint string) *commands.Command {
	if cmd, rest, _ := t.r.find(hint); cmd != nil && rest == "" && cmd.Path() == hint {
		return cmd
	}
	for _, c := range t.r.commands { // it may need a word more
		if c.Name == hint {
			return c
		}
	}
	return nil
}

// example returns a line with a command that is answered: the line itself, if only the
// command was wrong, or the name alone, or the command's own example.
func (t *trial) example(cmd *commands.Command, line, hint string, quoted []string) string {
	for _, q := range quoted {
		if !cmd.Cacheable {
			break
		}
		if rest, ok := strings.CutPrefix(line, q+" "); ok && t.answered(hint+" "+rest) {
			return hint + " " + rest
		}
	}
	if cmd.Run != nil && t.answered(hint) {
		return hint
	}
	for i := 0; i < len(cmd.Subs) && len(cmd.Examples) == 0; i++ {
		cmd = cmd.Subs[i]
	}
	if len(cmd.Examples) == 0 {
		return hint
	}
	return cmd.Examples[0]
}

// command reports whether a hint is a command as its grammar has it.
func (t *trial) command(hint string) bool {
	if !t.begins(hint) {
		return false
	}
	cmd, rest, _ := t.r.find(hint)
	if cmd == nil {
		return strings.HasPrefix(hint, "/") || strings.HasPrefix(hint, "??")
	}
	_, err := t.r.grammar.Parse(t.ctx, cmd, rest, t.r.fallback)
	return err == nil
}

// says returns the answer to a line; ok is false if it has none, and the text is empty
// if it is not known in advance.
func (t *trial) says(line string) (text string, ok bool) {
	if cmd, rest, _ := t.r.find(line); cmd != nil && cmd.Cacheable && !strings.Contains(line, separate) {
		if t.left--; t.left < 0 || t.ctx.Err() != nil {
			return "", false
		}
		call, _, err := t.r.prepare(t.ctx, cmd, t.req, rest)
		if err == nil {
			text, err = t.works(call)
		}
		return text, err == nil
	}
	return "", t.answered(line)
}

// answered reports whether a line is answered; where a command does something,
// whether it can be read.
func (t *trial) answered(line string) bool {
	if strings.Contains(line, separate) {
		for part := range strings.SplitSeq(line, separate) {
			if !t.answered(strings.TrimSpace(part)) {
				return false
			}
		}
		return true
	}
	if t.left--; t.left < 0 || t.ctx.Err() != nil {
		return false
	}
	cmd, rest, _ := t.r.find(line)
	if cmd != nil {
		call, _, err := t.r.prepare(t.ctx, cmd, t.req, rest)
		if err == nil && cmd.Cacheable {
			_, err = t.works(call)
		}
		var twice *grammar.Twice
		if err == nil || errors.As(err, &twice) || saysTwice(err) || call != nil && !takesAnything(cmd) { // what its grammar reads is meant so
			return err == nil
		}
	}
	return t.heard(line)
}

// idle reports whether a hint makes no difference to the answer to a line, so that it would not be
// what was meant: "elbereth blood soldier ant" for "blind".
func (t *trial) idle(line, hint string) bool {
	cmd, rest, _ := t.r.find(line)
	if cmd == nil || !cmd.Cacheable {
		return false
	}
	call, _, err := t.r.prepare(t.ctx, cmd, t.req, rest)
	if err != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(t.ctx, tryFor)
	defer cancel()
	reply, err := t.r.lasting(ctx, call, call.Line())
	if err != nil {
		return false
	}
	return slices.ContainsFunc(useless(call, &reply), func(n commands.Note) bool { return n.Text == hint+" makes no difference here" })
}

// saysTwice reports whether a line is refused as it says a figure twice.
func saysTwice(err error) bool {
	var p problem.Mendable
	return errors.As(err, &p) && slices.Contains(p.Instead(), "leave out one")
}

// works returns the answer to a question. It is empty, without an error, if finding out
// takes too long.
func (t *trial) works(call *commands.Call) (string, error) {
	ctx, cancel := context.WithTimeout(t.ctx, tryFor)
	defer cancel()
	reply, err := t.r.lasting(ctx, call, call.Line())
	if ctx.Err() != nil && t.ctx.Err() == nil {
		return "", nil
	}
	return reply.Summary, err
}

// tryFor is how long an answer may take that is worked out only to see whether there is one.
const tryFor = 200 * time.Millisecond

// heard reports whether a line is answered as a sentence.
func (t *trial) heard(line string) bool {
	if t.sentences--; t.sentences < 0 {
		return false
	}
	p, err := t.r.place(t.ctx, t.req)
	if err != nil {
		return false
	}
	list, err := t.r.Reader().Read(t.ctx, line, p.version, nil, nil)
	if err != nil {
		return false
	}
	list = t.r.sound(t.ctx, list, p)
	if cmd, _, _ := t.r.find(line); cmd != nil && len(list) > 0 && len(list[0].Weighty) > 0 { // who types commands means each word
		return false
	}
	if len(list) == 0 || list[0].Command == nil || list[0].Sure < sure || len(list[0].Heavy) > 0 || list[0].Command.Acts() {
		return false
	}
	_, err = t.r.taken(t.ctx, t.req, p, line, &list[0])
	return err == nil
}

// completed returns the line with a hint in it: in the place of what the problem
// quotes, after the line, or else instead of the fewest words. It is empty if
// none of these is answered.
func (t *trial) completed(line, hint string, quoted []string) string {
	first, _, _ := strings.Cut(hint, " ")
	try := func(full string) string {
		if strings.Contains(full, first+" "+hint) { // "trouble trouble none"
			return ""
		}
		if said, _, brackets := strings.Cut(hint, "("); brackets && strings.Count(full, said) > 1 { // "hp 6 hp 6(48)"
			return ""
		}
		if (strings.Count(full, hint) == 1 || !strings.Contains(hint, " ")) && t.answered(full) && !t.idle(full, hint) {
			return full
		}
		return ""
	}
	words := strings.Fields(line)
	if len(words) > 0 && !t.begins(line) && sameKey(words[0], hint) >= len(words) { // "hp 6", which completes the question before it
		return hint
	}
	if at := figureOf(words, hint); at > 0 { // the figure is what it says a word for
		return try(strings.Join(slices.Concat(words[:at], []string{hint}, words[at+1:]), " "))
	}
	elsewhere := false // what is quoted is not as it was typed
	found := ""        // the last that is
	for _, q := range quoted {
		from, to := wordsOf(line, q)
		if elsewhere = to == 0; elsewhere {
			continue
		}
		found = strings.TrimRight(line[from:to], ",")
		cmd, _, _ := t.r.find(line)
		for _, full := range counted(cmd, line[:from], hint, line[to:]) {
			if full = try(full); full != "" {
				return full
			}
		}
		if full := try(joined(line[:from], hint, line[to:])); full != "" {
			return full
		}
	}
	if len(words) > mostWords {
		return ""
	}
	instead := func(i, n int) string {
		return try(strings.Join(slices.Concat(words[:i], []string{hint}, words[min(i+n, len(words)):]), " "))
	}
	for i := 1; i < len(words); i++ { // "luck 20" is what "luck13" stands for
		if n := sameKey(words[i], hint); n > 0 {
			if full := instead(i, n); full != "" {
				return full
			}
		}
	}
	if cmd, _, _ := t.r.find(line); cmd != nil && !t.pure(line) {
		return "" // whether more than the grammar takes it would only show if it were done
	}
	if !elsewhere {
		if full := instead(len(words), 0); full != "" {
			return full
		}
	}
	for n := 1; n <= mostSpan; n++ {
		for i := 1; i+n <= len(words); i++ {
			if part := strings.Join(words[i:i+n], " "); found != "" && (n > strings.Count(hint, " ")+1 || !strings.Contains(part, found)) {
				continue // with which nothing is wrong
			}
			if full := instead(i, n); full != "" {
				return full
			}
		}
	}
	return ""
}

// counted returns the lines in which the figure of a hint stands before the word that the line
// has for it: "1 hit" and "1 hits" for "hits1" in "0 hits". It returns nil if the command does not
// take the word that follows the figure.
func counted(cmd *commands.Command, before, hint, after string) (lines []string) {
	m := keyed.FindStringSubmatch(hint)
	noun, rest, _ := strings.Cut(strings.TrimSpace(after), " ")
	if m == nil || cmd == nil || !slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool {
		return p.Name == strings.TrimSuffix(hint, m[1]) && (p.Name == noun || slices.Contains(p.After, noun))
	}) {
		return nil
	}
	one, plural := strings.CutSuffix(noun, "s")
	if m[1] == "1" && plural && !strings.HasSuffix(one, "ie") {
		lines = append(lines, strings.TrimSpace(before+"1 "+one+" "+rest))
	}
	return append(lines, strings.TrimSpace(before+m[1]+" "+noun+" "+rest))
}

// keyed matches a figure with its word: "luck13".
var keyed = regexp.MustCompile(`^[a-z-]+(\d+)$`)

// figureOf returns which of the words is the figure that a hint says a word for: "13" for
// "luck13"; 0 if none is.
func figureOf(words []string, hint string) int {
	m := keyed.FindStringSubmatch(hint)
	if m == nil {
		return 0
	}
	return max(0, slices.IndexFunc(words, func(w string) bool { return strings.Trim(w, "+,") == m[1] }))
}

// without returns lines that leave a part out: what it says, or else any few words, the
// fewest first.
func (t *trial) without(line, what string) (lines []string) {
	words := strings.Fields(line)
	if len(words) > mostWords {
		return nil
	}
	for n := 1; n <= mostSpan; n++ {
		for i := 1; i+n <= len(words); i++ {
			part := strings.Join(words[i:i+n], " ")
			if what != "one" && !strings.EqualFold(strings.Trim(part, ","), what) {
				continue
			}
			from := i
			if i > 1 && prepositions[strings.ToLower(words[i-1])] {
				from--
			}
			full := strings.TrimRight(strings.Join(slices.Concat(words[:from], words[i+n:]), " "), ",")
			if t.answered(full) {
				lines = append(lines, full)
			}
			if len(lines) == mostLeft {
				return lines
			}
		}
	}
	return lines
}

// prepositions holds words that mean nothing once what follows them is left out.
var prepositions = names.Set("as with vs from in into by")

// joined puts a hint between two parts of a line. The word that the hint begins
// or ends with is said once: "luck" and "luck13", "rock" and "rocks".
func joined(before, hint, after string) string {
	before, after = withArticleFor(strings.TrimSpace(before), hint), strings.TrimSpace(after)
	if i := strings.LastIndexByte(before, ' '); i >= 0 && sameKey(before[i+1:], hint) > 0 {
		before = before[:i]
	}
	next, rest, _ := strings.Cut(after, " ")
	if last := hint[strings.LastIndexByte(hint, ' ')+1:]; len(last) > 2 && strings.HasPrefix(next, last) {
		after = rest
	}
	if strings.HasPrefix(after, ",") {
		return before + " " + hint + after
	}
	return strings.TrimSpace(before + " " + hint + " " + after)
}

// withArticleFor returns what stands before a hint, with the article at its end as the hint needs
// it: "with a" before "elven shield".
func withArticleFor(before, hint string) string {
	rest, last := "", before
	if i := strings.LastIndexByte(before, ' '); i >= 0 {
		rest, last = before[:i+1], before[i+1:]
	}
	article, after, _ := strings.Cut(wording.Article(hint), " ")
	if last != "a" && last != "an" || after != hint {
		return before
	}
	return rest + article
}

// sameKey returns how many words from word on a hint stands for if both say the same
// thing: "luck" of "luck 20" and "luck13"; 0 if they do not.
func sameKey(word, hint string) int {
	const digits = "-+0123456789/*"
	key := func(s string) string {
		s, _, _ = strings.Cut(s, " ")
		return strings.TrimRight(s, digits)
	}
	k := key(hint)
	if k == "" || !strings.EqualFold(k, key(word)) {
		return 0
	}
	n := strings.Count(hint, " ") + 1
	if n == 1 && len(k) < len(hint) && len(k) == len(word) {
		n = 2
	}
	return n
}

// wordsOf returns where the words stand in a line that hold a part of it, whatever its
// case, without the comma behind them; to is 0 if none do.
func wordsOf(line, part string) (from, to int) {
	for i := 0; part != "" && i+len(part) <= len(line); i++ {
		if !strings.EqualFold(line[i:i+len(part)], part) {
			continue
		}
		from, to = i, i+len(part)
		for from > 0 && line[from-1] != ' ' {
			from--
		}
		for to < len(line) && line[to] != ' ' && line[to] != ',' {
			to++
		}
		return from, to
	}
	return 0, 0
}
