package cellib

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"github.com/seed95800270/crdschema/internal/celcost"
)

// ownFunctions replace string functions of CEL's libraries that take much longer than
// their cost says: they compare strings at every offset, or make a result as long as the
// product of their lengths. The results are the same.
var ownFunctions = map[string]ownFunction{
	"indexOf": ownIndexOf, "lastIndexOf": ownLastIndexOf, "contains": ownContains,
	"replace": ownReplace, "split": ownSplit, "matches": ownMatches, "find": ownFind, "findAll": ownFindAll,
	operators.Add: ownAdd,
}

// ownAdd copies both operands. In cel-go v0.29 the sum of bytes may be in the memory of the
// first operand, even a literal's, and the next sum overwrites it.
func ownAdd(_ *Evaluator, args []ref.Val) ref.Val {
	a, ok := args[0].(types.Bytes)
	b, okToo := args[1].(types.Bytes)
	if !ok || !okToo {
		return nil
	}
	return types.Bytes(slices.Concat(a, b))
}

// validUTF8 replaces each invalid byte, as CEL's functions that count characters do.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

func offsetOf(s string, char int64) int {
	if char >= int64(len(s)) {
		return len(s)
	}
	n := int64(0)
	for i := range s {
		if n == char {
			return i
		}
		n++
	}
	return len(s)
}

func chars(s string) int64 { return int64(utf8.RuneCountInString(s)) }

func ownIndexOf(e *Evaluator, args []ref.Val) ref.Val {
	t, from, ok := texts(args, 2)
	if !ok || from < 0 || t[1] == "" {
		return nil
	}
	s, what := validUTF8(t[0]), validUTF8(t[1])
	start := offsetOf(s, from)
	i := e.searcher(what).index(s, start)
	if i < 0 {
		return types.IntNegOne
	}
	return types.Int(from + chars(s[start:i]))
}

func ownLastIndexOf(e *Evaluator, args []ref.Val) ref.Val {
	t, last, ok := texts(args, 2)
	if !ok || last < 0 || t[1] == "" || len(t[0]) < len(t[1]) && len(args) == 2 {
		return nil
	}
	s, what := validUTF8(t[0]), validUTF8(t[1])
	to := len(s)
	if len(args) > 2 {
		start := offsetOf(s, last)
		if start == len(s) {
			return types.IntNegOne // like CEL, for an offset past the end
		}
		to = min(len(s), start+len(what))
	}
	i := e.searcher(what).lastIndex(s, to)
	if i < 0 {
		return types.IntNegOne
	}
	return types.Int(chars(s[:i]))
}

func ownContains(e *Evaluator, args []ref.Val) ref.Val {
	t, _, ok := texts(args, 2)
	if !ok || len(args) > 2 || len(t[1]) <= shortPattern {
		return nil
	}
	return types.Bool(e.searcher(t[1]).index(t[0], 0) >= 0)
}

// ownReplace counts a step for each byte of the result before it makes the result,
// possibly as long as the product of the lengths.
func ownReplace(e *Evaluator, args []ref.Val) ref.Val {
	t, limit, ok := texts(args, 3)
	if !ok {
		return nil
	}
	s, old, by := t[0], t[1], t[2]
	if len(args) == 3 {
		limit = -1
	}
	if old == "" {
		e.stepsOfReplace(s, old, by, chars(s)+1, limit)
		return types.String(strings.Replace(s, old, by, int(limit)))
	}
	find := e.searcher(old)
	if find.border == nil {
		e.stepsOfReplace(s, old, by, int64(strings.Count(s, old)), limit)
		return types.String(strings.Replace(s, old, by, int(limit)))
	}
	found := find.offsets(s, int(limit))
	e.stepsOfReplace(s, old, by, int64(len(found)), limit)
	return types.String(replaceAt(s, found, len(old), by))
}

func (e *Evaluator) stepsOfReplace(s, old, by string, n, limit int64) {
	if limit >= 0 {
		n = min(n, limit)
	}
	e.step(len(s) + saturatingInt(celcost.Mul(uint64(n), uint64(max(len(by)-len(old), 0)))))
}

func replaceAt(s string, offsets []int, length int, by string) string {
	var b strings.Builder
	from := 0
	for _, i := range offsets {
		b.WriteString(s[from:i])
		b.WriteString(by)
		from = i + length
	}
	b.WriteString(s[from:])
	return b.String()
}

// ownSplit leaves short separators to CEL, but counts the memory of the parts.
func ownSplit(e *Evaluator, args []ref.Val) ref.Val {
	t, limit, ok := texts(args, 2)
	if ok && len(t[1]) <= shortPattern {
		e.step(strings.Count(t[0], t[1]) * bytesOfElement)
	}
	if !ok || len(t[1]) <= shortPattern || len(args) > 2 && limit == 0 {
		return nil
	}
	if len(args) == 2 || limit < 0 {
		limit = 0
	}
	parts, from := []string{}, 0
	for _, i := range e.searcher(t[1]).offsets(t[0], int(limit)-1) {
		parts = append(parts, t[0][from:i])
		from = i + len(t[1])
	}
	return types.NewStringList(types.DefaultTypeAdapter, append(parts, t[0][from:]))
}
