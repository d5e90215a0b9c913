package generate

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// Variants returns strings of lo to hi characters that satisfy a pattern and strings that do not,
// at most most of each. Each takes one part of the expression to its limit, or just beyond: the
// ends of a class, the bounds of a repetition, an alternative, a literal, an anchor.
func (g *Generator) Variants(pattern string, lo, hi, most int) (hits, misses []string) {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	re := g.regexp(pattern)
	if err != nil || re == nil || len(pattern) > 1<<12 {
		return nil, nil
	}
	add := func(list *[]string, text string) {
		if len(*list) < most && !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	for _, v := range variations(tree, nil) {
		d := deriver{random: g.random, need: lo - shortest(tree, 0), forced: v}
		d.derive(tree, 0)
		text := pad(d.out.String(), lo, re)
		switch n := utf8.RuneCountInString(text); {
		case n < lo || n > hi:
		case re.MatchString(text):
			add(&hits, text)
		default:
			add(&misses, text)
		}
	}
	return hits, misses
}

// variation is one part of an expression, and what is written for it.
type variation struct {
	within []*syntax.Regexp // the expressions around it
	at     *syntax.Regexp
	write  func(d *deriver, depth int)
}

// mostVariations bounds the variations of an expression.
const mostVariations = 400

func variations(re *syntax.Regexp, within []*syntax.Regexp) []*variation {
	if len(within) > 100 {
		return nil
	}
	var out []*variation
	add := func(write func(d *deriver, depth int)) {
		out = append(out, &variation{within, re, write})
	}
	text := func(t string) { add(func(d *deriver, _ int) { d.out.WriteString(t) }) }
	times := func(n int) {
		if n >= 0 && n <= 300 {
			add(func(d *deriver, depth int) {
				for range n {
					d.derive(re.Sub[0], depth+1)
				}
			})
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		whole := string(re.Rune)
		text(strings.TrimPrefix(whole, string(re.Rune[:1])))
		text(string(re.Rune[:len(re.Rune)-1]) + "a")
		text(string(re.Rune[:len(re.Rune)-1]) + "!")
		text(whole + "a")
	case syntax.OpCharClass:
		for i := 0; i+1 < min(len(re.Rune), 12); i += 2 {
			for _, r := range []rune{re.Rune[i], re.Rune[i+1], re.Rune[i] - 1, re.Rune[i+1] + 1} {
				if r >= ' ' && r <= '~' {
					text(string(r))
				}
			}
		}
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest:
		for n := range 4 {
			times(n)
		}
	case syntax.OpRepeat:
		for _, n := range []int{re.Min, re.Max, re.Min - 1, re.Max + 1} {
			times(n)
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			add(func(d *deriver, depth int) { d.derive(sub, depth+1) })
		}
	case syntax.OpBeginText, syntax.OpEndText, syntax.OpBeginLine, syntax.OpEndLine:
		for _, t := range []string{"a", "!", "A", "0", "\n"} {
			text(t)
		}
	}
	for _, sub := range re.Sub {
		if len(out) < mostVariations {
			out = append(out, variations(sub, append(slices.Clone(within), re))...)
		}
	}
	return out[:min(len(out), mostVariations)]
}

// leads reports whether the forced part is at or below an expression.
func (d *deriver) leads(re *syntax.Regexp) bool {
	return d.forced != nil && (d.forced.at == re || slices.Contains(d.forced.within, re))
}
