package pattern

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Parsing takes about 100 ns a byte, but some constructs far longer. One step is 50 to 150
// ns.
const (
	// stepsPerTable is charged for \p and \P: they copy a Unicode table.
	stepsPerTable = 1_000
	// stepsPerFolded is for a class such as \w under (?i), whose runes are folded one by
	// one.
	stepsPerFolded = 16
	// maxFold is the largest rune with another case: a range under (?i) takes time for
	// each rune up to it.
	maxFold = 0x1e943
	// maxFactors bounds the nested common prefixes that the parser factors out of
	// alternatives. They add at most twice as many levels to its tree.
	maxFactors = 512
	// bytesPerLookup is how far the parser looks for the end of [: in a step.
	bytesPerLookup = 512
)

// parts counts the parts of an expression that take long to parse, and some in escaped and
// quoted text.
type parts struct {
	elements     int64 // operators: they bound the length of a concatenation
	alternatives int64
	groups       int64 // (?: and the like: the parser looks at the parts of each
	tables       int64 // \p and \P
	folded       int64 // classes that are folded under (?i)
	runes        int64 // upper ends of ranges, folded under (?i)
	lookups      int64 // steps of looking for the end of [:
	isFolding    bool  // (?i) or the like
}

func parseEstimate(expr string) int64 {
	p := partsOf(expr)
	steps := int64(len(expr)) + p.lookups + p.tables*stepsPerTable + p.groups*(p.elements+p.alternatives)
	if p.alternatives > 0 {
		steps += min(p.elements+p.alternatives, maxFactors) * p.elements / factorsPerStep(p.elements)
	}
	if p.isFolding {
		steps += p.folded*stepsPerFolded + p.runes
	}
	return steps
}

// factorsPerStep returns how many elements of alternatives take a step for each common
// prefix: a few thousand fit into a processor's caches.
func factorsPerStep(elements int64) int64 {
	if elements < 1<<11 {
		return 1 << 3
	}
	return 1
}

func partsOf(expr string) (p parts) {
	for i := 0; i < len(expr); i++ {
		rest := expr[i+1:]
		switch expr[i] {
		case '\\':
			p.elements++
			p.escape(rest)
			i++
		case '[':
			p.elements++
			p.class(rest)
		case '(':
			p.elements++
			p.group(rest)
		case '|':
			p.alternatives++
		case '-':
			p.runes += int64(min(runeOf(rest), maxFold))
		case '.', '*', '+', '?', '{', '^', '$':
			p.elements++
		}
	}
	return p
}

func (p *parts) escape(rest string) {
	if rest == "" {
		return
	}
	switch rest[0] {
	case 'p', 'P':
		p.tables++
	case 'd', 'D', 's', 'S', 'w', 'W':
		p.folded++
	}
}

func (p *parts) class(rest string) {
	if strings.HasPrefix(rest, ":") {
		p.folded++
		p.lookups += 1 + int64(len(rest))/bytesPerLookup
	}
}

func (p *parts) group(rest string) {
	flags, found := strings.CutPrefix(rest, "?")
	if !found {
		return
	}
	p.groups++
	end := len(flags) - len(strings.TrimLeft(flags, "imsU-"))
	p.isFolding = p.isFolding || strings.Contains(flags[:end], "i")
}

// runeOf returns the rune at the beginning of a text, written as itself or in hexadecimal;
// for other escapes, the largest rune that they can write.
func runeOf(text string) rune {
	if !strings.HasPrefix(text, `\`) {
		char, _ := utf8.DecodeRuneInString(text)
		return char
	}
	digits, found := strings.CutPrefix(text, `\x{`)
	if !found {
		return 0x1ff // \777
	}
	digits, _, ends := strings.Cut(digits[:min(len(digits), maxDigits)], "}")
	n, err := strconv.ParseUint(digits, 16, 32)
	if !ends || err != nil || n > utf8.MaxRune {
		return utf8.MaxRune // zeros in front, or invalid
	}
	return rune(n)
}

const maxDigits = 12
