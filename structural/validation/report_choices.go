package validation

import (
	"github.com/seed95800270/crdschema/structural"
)

type choice struct {
	best    int // index of the invalid branch with the most matches, if none is valid
	valid   int
	matches int // of the value; 0 if the choice is repeated
}

// choices records the choices of the tried branches, in the order of the walk. Without it,
// reporting the errors of a branch would try its inner branches again, and the time would
// grow with their depth.
type choices struct {
	made []int32 // the index of the best branch or, below 0, the number of valid ones
	full bool    // too many: from now on choices are made again
}

const maxChoices = 1 << 20

func (c *choices) mark() int { return len(c.made) }

func (c *choices) since(mark int) []int32 { return c.made[min(mark, len(c.made)):] }

func (c *choices) cut(mark int) { c.made = c.made[:min(mark, len(c.made))] }

func (c *choices) move(mark, from int) {
	if from <= len(c.made) {
		c.made = append(c.made[:mark], c.made[from:]...)
	}
}

func (c *choices) reserve() {
	if len(c.made) == maxChoices {
		c.made, c.full = nil, true
	}
	if !c.full {
		c.made = append(c.made, 0)
	}
}

func (c *choices) set(mark int, made choice) {
	if c.full {
		return
	}
	c.made[mark] = int32(made.best)
	if made.valid > 0 {
		c.made[mark] = int32(-made.valid)
	}
}

type junctor uint8

const (
	untilValid  junctor = iota // up to the first valid one: anyOf
	allBranches                // all: oneOf
	onlyBranch                 // the only one: not; its errors are never reported
)

func (r *reporter) choose(j junctor, branches []*structural.Schema, value any) choice {
	if len(r.again) > 0 {
		made := int(r.again[0])
		r.again = r.again[1:]
		return choice{best: max(made, 0), valid: max(-made, 0)}
	}
	mark := r.choices.mark()
	r.choices.reserve()
	c := r.tryAll(j, branches, value)
	if c.valid > 0 || j == onlyBranch {
		r.choices.cut(mark + 1)
	}
	r.choices.set(mark, c)
	return c
}

// tryAll keeps only the choices inside the best branch.
func (r *reporter) tryAll(j junctor, branches []*structural.Schema, value any) (c choice) {
	mark, most := r.choices.mark(), -1
	for i, s := range branches {
		if !r.w.Step(1) {
			break
		}
		from := r.choices.mark()
		matches, valid := r.try(s, value)
		switch {
		case valid && j != allBranches:
			return choice{valid: 1, matches: matches}
		case valid:
			if c.valid++; c.valid == 1 {
				c.matches = matches
			}
			r.choices.cut(from)
		case matches > most && c.valid == 0:
			most, c.best, c.matches = matches, i, matches
			r.choices.move(mark, from)
		default:
			r.choices.cut(from)
		}
	}
	if c.valid > 1 {
		c.matches = 0
	}
	return c
}
