package cellib

import (
	"math"
	"strings"

	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	"github.com/seed95800270/crdschema/internal/celcost"
)

type watching uint8

const (
	notWatched watching = iota
	watchReads          // the function reads lists and maps
	watchBytes          // and the result holds what it reads
)

// watchedFunctions are the functions that read elements of lists and maps, by name: a
// call whose overload is chosen at evaluation has only a name.
var watchedFunctions = map[string]watching{
	"_==_": watchReads, "_!=_": watchReads, "@in": watchReads, "_in_": watchReads, "in": watchReads,
	"sets.contains": watchReads, "sets.equivalent": watchReads, "sets.intersects": watchReads,
	"isSorted": watchReads, "sum": watchReads, "min": watchReads, "max": watchReads,
	"indexOf": watchReads, "lastIndexOf": watchReads, "includes": watchReads, "distinct": watchReads,
	"flatten": watchBytes, "format": watchBytes, "join": watchBytes,
}

// earlyCost returns the cost before a call, so that one that is too expensive is not made,
// or nil if the cost depends on more than the arguments.
func earlyCost(function, overload string, cost celcost.ActualCost) func(e *Evaluator, args []ref.Val) uint64 {
	switch overload {
	case overloads.InList, "list_sets_contains_list", "list_sets_intersects_list", "list_sets_equivalent_list",
		"list_distinct", "list_flatten", "list_flatten_int":
		return func(_ *Evaluator, args []ref.Val) uint64 { return costOfLists(cost, args) }
	case overloads.Equals, overloads.NotEquals:
		return func(_ *Evaluator, args []ref.Val) uint64 { return equalityCost(cost, args) }
	case "list_reverse":
		return func(_ *Evaluator, args []ref.Val) uint64 { return celcost.OfNewList(celcost.Size(args[0])) }
	case "list_slice":
		return func(_ *Evaluator, args []ref.Val) uint64 { return sliceCost(args) }
	}
	switch function {
	case "sort", "@sortByAssociatedKeys":
		return func(_ *Evaluator, args []ref.Val) uint64 { return costOfLists(cost, args) }
	case "join":
		return (*Evaluator).joinCost
	}
	return nil
}

func costOfLists(cost celcost.ActualCost, args []ref.Val) uint64 {
	for _, arg := range args {
		switch arg.(type) {
		case *types.Err, *types.Unknown:
			return 0
		}
	}
	if _, ok := args[len(args)-1].(traits.Lister); !ok && len(args) == 1 {
		return 0
	}
	return cost(args, nil)
}

func equalityCost(cost celcost.ActualCost, args []ref.Val) uint64 {
	if _, ok := args[0].(*watchedList); !ok {
		return 0
	}
	if _, ok := args[1].(*watchedList); !ok {
		return 0
	}
	return cost(args, nil)
}

func sliceCost(args []ref.Val) uint64 {
	list, ok := args[0].(traits.Lister)
	from, okFrom := args[1].(types.Int)
	to, okTo := args[2].(types.Int)
	if !ok || !okFrom || !okTo || from < 0 || to < from || list.Size().(types.Int) < to {
		return 0
	}
	return celcost.OfNewList(uint64(to - from))
}

// joinCost returns the cost of joining strings. If an element is not a string, it returns 0
// and counts the elements that CEL joins before it fails.
func (e *Evaluator) joinCost(args []ref.Val) uint64 {
	list, ok := args[0].(traits.Lister)
	if !ok {
		return 0
	}
	separator := types.String("")
	if len(args) > 1 {
		separator, _ = args[1].(types.String)
	}
	between, length := celcost.Size(separator), uint64(0)
	for it := list.Iterator(); it.HasNext() == types.True; {
		text, ok := it.Next().(types.String)
		if !ok {
			e.step(saturatingInt(length))
			return 0
		}
		length = celcost.Add(length, celcost.Add(celcost.Size(text), between))
	}
	return celcost.OfJoin(length - min(length, between))
}

func (s *callStep) before(e *Evaluator) {
	args := e.args[s.firstArg:s.endArg]
	if !allComputed(args) {
		return
	}
	for _, arg := range args {
		e.readText(arg, s.bytesPerStep)
	}
	if s.early != nil {
		if cost := s.early(e, args); cost > e.Limit || e.cost+cost > e.Limit {
			e.charge(cost)
		}
	}
	if s.extra != nil {
		s.extra(e, args)
	}
}

func (e *Evaluator) readText(v ref.Val, bytesPerStep int) {
	switch v := v.(type) {
	case types.String:
		if len(v) >= bytesPerStep {
			e.step(len(v) / bytesPerStep)
		}
	case types.Bytes:
		e.step(len(v) / bytesPerStep)
	}
}

func bytesPerStepOf(function string) int {
	switch function {
	case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "_+_", "size", "startsWith", "endsWith", "@in":
		return bytesPerStep
	default: // parses the text, or makes a list of its characters
		return 8
	}
}

func extraSteps(function string) func(e *Evaluator, args []ref.Val) {
	switch function {
	case "@in", "_in_", "in":
		return (*Evaluator).stepsOfIn
	case "sets.contains", "sets.equivalent", "sets.intersects":
		return (*Evaluator).stepsOfSets
	case "sort", "@sortByAssociatedKeys":
		return func(e *Evaluator, args []ref.Val) { e.step(e.textOf(args[len(args)-1]) / bytesPerStep) }
	case "format":
		return (*Evaluator).stepsOfFormat
	}
	return nil
}

func (e *Evaluator) stepsOfIn(args []ref.Val) {
	text, ok := args[0].(types.String)
	list, isList := args[1].(traits.Lister)
	if ok && isList && len(text) >= bytesPerStep {
		e.step(saturatingInt(celcost.Mul(celcost.Size(list), uint64(len(text)/bytesPerStep))))
	}
}

func (e *Evaluator) stepsOfSets(args []ref.Val) {
	a, ok := args[0].(traits.Lister)
	b, okToo := args[1].(traits.Lister)
	if !ok || !okToo {
		return
	}
	e.step(saturatingInt(min(
		celcost.Mul(uint64(e.textOf(a)), celcost.Size(b)),
		celcost.Mul(uint64(e.textOf(b)), celcost.Size(a)),
	) / bytesPerStep))
}

func (e *Evaluator) textOf(list ref.Val) (n int) {
	l, ok := list.(traits.Lister)
	if !ok {
		return 0
	}
	for it := l.Iterator(); it.HasNext() == types.True; {
		e.step(1)
		if text, ok := it.Next().(types.String); ok {
			n += len(text)
		}
	}
	return n
}

// stepsOfFormat counts a step for every decimal digit that the format requests.
func (e *Evaluator) stepsOfFormat(args []ref.Val) {
	text, ok := args[0].(types.String)
	if !ok {
		return
	}
	for rest := string(text); ; {
		_, after, found := strings.Cut(rest, "%.")
		if !found {
			return
		}
		digits := 0
		for rest = after; rest != "" && '0' <= rest[0] && rest[0] <= '9'; rest = rest[1:] {
			digits = min(10*digits+int(rest[0]-'0'), maxSteps)
		}
		e.step(digits)
	}
}

// maxSteps exceeds the default budget of a call. Ten times as many do not overflow an
// int.
const maxSteps = min(1<<48, math.MaxInt/10-1)

func saturatingInt(n uint64) int { return int(min(n, maxSteps)) }

func saturated(n int64) int { return int(min(n, maxSteps)) }
