package generate

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// longestText is the largest number of characters of a derived string.
const longestText = 1 << 16

// Text returns a string that satisfies pattern, an expression of RE2 or "", and has between lo
// and hi characters. It reports whether it found one.
func (g *Generator) Text(pattern string, lo, hi int) (string, bool) {
	lo = max(lo, 0)
	if lo > hi || lo > longestText || len(pattern) > 1<<14 {
		return "", false
	}
	hi = min(hi, longestText)
	if pattern == "" {
		return g.plainWord(lo + g.below(min(hi-lo, 8)+1)), true
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	re := g.regexp(pattern)
	for range 24 {
		d := deriver{random: g.random, need: g.wantedLength(lo, hi) - shortest(tree, 0)}
		d.derive(tree, 0)
		if text := pad(d.out.String(), lo, re); fitsText(re, text, lo, hi) {
			return text, true
		}
	}
	return "", false
}

// wantedLength returns a length near the lower end, so that strings stay readable.
func (g *Generator) wantedLength(lo, hi int) int {
	return min(hi, max(lo, 1)+g.below(8))
}

// Pattern returns a compiled pattern, or nil.
func (g *Generator) Pattern(pattern string) *regexp.Regexp { return g.regexp(pattern) }

func (g *Generator) regexp(pattern string) *regexp.Regexp {
	if re, ok := g.expressions[pattern]; ok {
		return re
	}
	re, _ := regexp.Compile(pattern)
	if g.expressions == nil || len(g.expressions) > 1000 {
		g.expressions = map[string]*regexp.Regexp{}
	}
	g.expressions[pattern] = re
	return re
}

func fitsText(re *regexp.Regexp, text string, lo, hi int) bool {
	n := utf8.RuneCountInString(text)
	return n >= lo && n <= hi && re != nil && re.MatchString(text)
}

// pad lengthens a string that is too short, where the expression allows anything at an end.
func pad(text string, lo int, re *regexp.Regexp) string {
	n := lo - utf8.RuneCountInString(text)
	if n <= 0 || re == nil {
		return text
	}
	filler := strings.Repeat("a", n)
	if re.MatchString(text + filler) {
		return text + filler
	}
	return filler + text
}

func (g *Generator) plainWord(n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = "abcdefghijklmnopqrstuvwxyz"[g.below(26)]
	}
	return string(out)
}

// deriver writes one of the strings that an expression describes. need is the number of
// characters that are still missing for the wanted length.
type deriver struct {
	random
	out    strings.Builder
	need   int
	forced *variation // or nil
}

func (d *deriver) derive(re *syntax.Regexp, depth int) {
	if depth > 200 || d.out.Len() > 4*longestText {
		return
	}
	if d.forced != nil && d.forced.at == re {
		d.forced.write(d, depth)
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		d.out.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		d.out.WriteRune(d.member(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		d.out.WriteByte("abcdefghijklmnopqrstuvwxyz0123456789"[d.below(36)])
	case syntax.OpStar:
		d.repeat(re.Sub[0], 0, -1, depth)
	case syntax.OpPlus:
		d.repeat(re.Sub[0], 1, -1, depth)
	case syntax.OpQuest:
		d.repeat(re.Sub[0], 0, 1, depth)
	case syntax.OpRepeat:
		d.repeat(re.Sub[0], re.Min, re.Max, depth)
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			d.derive(sub, depth+1)
		}
	case syntax.OpAlternate:
		sub := pick(d.random, re.Sub)
		if i := slices.IndexFunc(re.Sub, d.leads); i >= 0 {
			sub = re.Sub[i]
		}
		d.need -= shortest(sub, depth) - shortest(re, depth)
		d.derive(sub, depth+1)
	}
}

func (d *deriver) repeat(sub *syntax.Regexp, least, most, depth int) {
	unit := max(shortest(sub, depth), 1)
	more := max(d.need, 0) / unit
	if most >= 0 {
		more = min(more, most-least)
	}
	if d.percent(40) {
		more = d.below(more + 1)
	}
	if more == 0 && most != least && d.percent(20) { // a long expression may need its optional parts
		more = 1
	}
	if least+more == 0 && d.leads(sub) {
		more = 1
	}
	d.need -= more * unit
	for range least + more {
		if d.out.Len() > 4*longestText {
			return
		}
		d.derive(sub, depth+1)
	}
}

// member returns a character of a class, a printable one of ASCII if there is one.
func (d *deriver) member(pairs []rune) rune {
	var ends []rune
	for i := 0; i+1 < len(pairs); i += 2 {
		if lo, hi := max(pairs[i], '!'), min(pairs[i+1], '~'); lo <= hi {
			ends = append(ends, lo, hi)
		}
	}
	if len(ends) == 0 {
		ends = pairs
	}
	if len(ends) < 2 {
		return 'a'
	}
	i := 2 * d.below(len(ends)/2)
	return ends[i] + rune(d.below(int(ends[i+1]-ends[i])+1))
}

// shortest returns the smallest number of characters of an expression, up to longestText.
func shortest(re *syntax.Regexp, depth int) int {
	if depth > 200 {
		return 0
	}
	n := 0
	switch re.Op {
	case syntax.OpLiteral:
		n = len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		n = 1
	case syntax.OpPlus:
		n = shortest(re.Sub[0], depth+1)
	case syntax.OpRepeat:
		n = re.Min * shortest(re.Sub[0], depth+1)
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			n += shortest(sub, depth+1)
		}
	case syntax.OpAlternate:
		n = longestText
		for _, sub := range re.Sub {
			n = min(n, shortest(sub, depth+1))
		}
	}
	return min(n, longestText)
}
