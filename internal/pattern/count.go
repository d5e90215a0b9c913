package pattern

import "regexp/syntax"

const (
	unitBytes = 50
	// instBytes is the size of an instruction, with the unused part of their slice.
	instBytes = 50
	// nodeBytes is the size of a parsed literal or class of one or two runes.
	nodeBytes = 144
	// runeBytes is the size of a rune. Repeated copies share the runes.
	runeBytes = 4
)

type counts struct {
	insts  int64 // instructions
	chars  int64 // instructions that read a rune
	runes  int64 // in their ranges, two each
	bytes  int64 // of memory without the instructions
	groups int64 // that capture
	begins bool  // \A or ^ is part of it
}

func countsOf(re *syntax.Regexp) counts {
	if re.Op == syntax.OpRepeat && re.Max == 0 {
		return counts{insts: 1} // the compiler drops x{0}
	}
	c := ownCounts(re)
	for _, sub := range re.Sub {
		c.add(countsOf(sub))
	}
	switch {
	case re.Op != syntax.OpRepeat:
	case re.Max < 0:
		c.repeat(int64(max(re.Min, 1)), 1)
	default:
		c.repeat(int64(re.Max), int64(re.Max-re.Min+1))
	}
	return c
}

func (c *counts) add(other counts) {
	c.insts += other.insts
	c.chars += other.chars
	c.runes += other.runes
	c.bytes += other.bytes
	c.groups += other.groups
	c.begins = c.begins || other.begins
}

func (c *counts) repeat(n, more int64) {
	c.insts = c.insts*n + more
	c.chars *= n
	c.runes *= n
}

func ownCounts(re *syntax.Regexp) counts {
	switch re.Op {
	case syntax.OpRepeat, syntax.OpConcat:
		return counts{}
	case syntax.OpLiteral:
		n := int64(len(re.Rune))
		runes := 2 * n
		if re.Flags&syntax.FoldCase != 0 {
			runes *= 4 // up to four cases of a rune
		}
		return counts{insts: n, chars: n, runes: runes, bytes: runeMemory(re)}
	case syntax.OpCharClass:
		return counts{insts: 1, chars: 1, runes: int64(len(re.Rune)), bytes: runeMemory(re)}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return counts{insts: 1, chars: 1, runes: 4}
	case syntax.OpCapture:
		return counts{insts: 2, groups: 1}
	case syntax.OpAlternate:
		return counts{insts: int64(len(re.Sub)) - 1}
	case syntax.OpStar:
		return counts{insts: starInsts(re.Sub[0])}
	default:
		return counts{insts: 1, begins: re.Op == syntax.OpBeginText}
	}
}

func starInsts(sub *syntax.Regexp) int64 {
	switch sub.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	default:
		return 2
	}
}

func runeMemory(re *syntax.Regexp) int64 {
	if cap(re.Rune) <= len(re.Rune0) {
		return nodeBytes
	}
	return int64(cap(re.Rune)) * runeBytes
}
