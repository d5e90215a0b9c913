package pattern

import "regexp/syntax"

// For an expression that begins with \A, package regexp looks for a one-pass program: each
// instruction holds the runes that lead to each of its successors. It walks from
// each instruction that reads a rune through all that read none, and copies the runes. That
// takes up to the cube of the size of an expression.
const (
	// onePassInsts is the number of instructions from which on it does not look. The counted ones
	// are at most twice as many.
	onePassInsts = 2 * 1_000
	// bytesPerCopy is the size of a rune in an instruction, where it ends a range.
	bytesPerCopy = 6
	// maxCopies is the number of runes, and maxWalk the number of copied runes, up to which
	// package regexp may look: about 10 ms.
	maxCopies, maxWalk = 1 << 18, 1 << 22
	// walkPerStep is how many units of maxWalk take about a step.
	walkPerStep = 1 << 5
)

// onePass bounds the runes of all instructions of a one-pass program.
type onePass struct{ copies int64 }

func (o *onePass) hold(runes int64) int64 {
	o.copies += runes
	return runes
}

// first returns how many runes lead from the first instruction of re on, if follow runes lead
// on from whatever follows re.
func (o *onePass) first(re *syntax.Regexp, follow int64) int64 {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		own := ownCounts(re)
		o.copies += own.runes
		return own.runes / max(own.chars, 1)
	case syntax.OpCapture:
		return o.hold(o.first(re.Sub[0], o.hold(follow)))
	case syntax.OpConcat:
		for i := len(re.Sub) - 1; i >= 0; i-- {
			follow = o.first(re.Sub[i], follow)
		}
		return follow
	case syntax.OpAlternate:
		all := int64(0)
		for _, sub := range re.Sub {
			all = o.hold(all + o.first(sub, follow))
		}
		return all
	case syntax.OpQuest:
		return o.hold(follow + o.first(re.Sub[0], follow))
	case syntax.OpStar, syntax.OpPlus:
		return o.loop(re.Sub[0], follow)
	case syntax.OpRepeat:
		return o.repeat(re, follow)
	default:
		return o.hold(follow)
	}
}

// loop returns first of a loop. The loop itself follows its body.
func (o *onePass) loop(body *syntax.Regexp, follow int64) int64 {
	return o.hold(follow + o.first(body, follow+countsOf(body).runes))
}

// repeat returns first of x{n,} or of x{n,m}: x n times and then (x(x)?)?.
func (o *onePass) repeat(re *syntax.Regexp, follow int64) int64 {
	sub, next := re.Sub[0], follow
	if re.Max < 0 {
		next = o.loop(sub, follow)
	}
	for i := max(re.Max, re.Min); i > 0; i-- {
		next = o.first(sub, next)
		if i > re.Min {
			next = o.hold(next + follow)
		}
	}
	return next
}
