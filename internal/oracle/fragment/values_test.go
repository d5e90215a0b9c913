package fragment

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"sort"
	"testing"

	kubefield "k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// TestFragment compares decoding and validating values of fragments, new ones and
// updates, with and without a path, and with limits of all sizes.
func TestFragment(t *testing.T) {
	cases := parity.Join(values(corpusParts(t, 8), parity.Full(10)), values(parity.Recent(generatedParts(t, parity.Full(10_000))), 3))
	parity.Run(t, "fragment", cases, func(c *parity.Check, in valueCase) {
		f, ok := in.both()
		if !ok {
			c.Void()
			return
		}
		compareDecoded(c, f, in)
		v, found := f.theirs.Absent()
		ours, ok, err := f.ours.Absent(context.Background())
		c.Equal("absent", []any{ours, ok, err}, []any{v, found, nil})
		for _, update := range []bool{false, true} {
			compareValidation(c, f, in, update)
		}
	})
}

// location is one path on both sides.
type location struct {
	ours   structural.Path
	theirs upstream.FragmentAt
}

var locations = []location{
	{},
	{structural.Path{structural.Field("spec"), structural.Field("variables"), structural.Index(2), structural.Field(upstream.FragmentName)},
		upstream.FragmentAt{Object: kubefield.NewPath("spec", "variables").Index(2)}},
}

func compareDecoded(c *parity.Check, f both, in valueCase) {
	at := locations[in.seed%2]
	theirs := f.theirs.Decode(in.value, at.theirs)
	ours, err := f.ours.Decode(context.Background(), in.value, fragment.WithPath(at.ours))
	var text string
	if err != nil {
		text = err.Error()
	}
	c.Coded(ours.Unknown...)
	c.Equal("error", text == "", theirs.Error == "")
	if text != "" && theirs.Error != "" {
		parity.OneOf(c, "error", text, func() string { return f.theirs.Decode(in.value, at.theirs).Error }, "D2")
		return
	}
	c.Equal("decoded", ours.Value, theirs.Value)
	c.Equal("unknown", ordered(ours.Unknown), append([]any{}, quoted(theirs.Unknown)...))
}

func ordered(errs structural.Errors) []any {
	out := []any{}
	for _, e := range errs {
		out = append(out, e.Error())
	}
	return out
}

func quoted(paths []string) (out []any) {
	for _, path := range paths {
		out = append(out, `unknown field "`+path+`"`)
	}
	return out
}

// limits returns limits of a case: those of a server, or small ones.
func limits(seed uint64) (budget int64, callLimit uint64) {
	small := []int64{0, 1, 3, 10, 30, 100, 1000}
	switch seed % 4 {
	case 1:
		return small[seed/4%7], upstream.DefaultCallLimit
	case 2:
		return upstream.DefaultBudget, uint64(small[seed/4%7])
	default:
		return upstream.DefaultBudget, upstream.DefaultCallLimit
	}
}

func compareValidation(c *parity.Check, f both, in valueCase, update bool) {
	at := locations[in.seed/2%2]
	budget, callLimit := limits(in.seed)
	input := upstream.FragmentInput{Value: in.value, Old: in.old, Update: update, At: at.theirs, Budget: budget, CallLimit: callLimit}
	options := []fragment.ValidationOption{fragment.WithPath(at.ours)}
	if budget != upstream.DefaultBudget {
		options = append(options, fragment.WithCostBudget(budget))
	}
	if callLimit != upstream.DefaultCallLimit {
		options = append(options, fragment.WithCallLimit(int64(callLimit)))
	}
	var ours fragment.Validation
	var err error
	if update {
		ours, err = f.ours.ValidateUpdate(context.Background(), in.value, in.old, options...)
	} else {
		ours, err = f.ours.Validate(context.Background(), in.value, options...)
	}
	if err != nil {
		c.Fail("failure", err.Error(), nil, "%v", err)
		return
	}
	mine := answerOf(c, ours)
	var inOrder []string // the errors of the last answer
	// Where a small budget is spent depends on the order in which rules visit a map: see D41.
	theirs, _ := parity.Repeat(parity.Often, func() upstream.FragmentAnswer {
		answer := f.theirs.Validate(input)
		inOrder = slices.Clone(normal(answer.Errors))
		return sortedAnswer(answer)
	},
		func(a upstream.FragmentAnswer) bool {
			return parity.Equal(once(mine.Errors), once(a.Errors)) && mine.Cost == a.Cost
		})
	what := map[bool]string{false: "create", true: "update"}[update]
	c.Texts(what, once(mine.Errors), once(theirs.Errors))
	c.Texts(what+" warnings", mine.Warnings, theirs.Warnings)
	c.Equal(what+" cost", []any{mine.Cost, mine.Stopped}, []any{theirs.Cost, theirs.Stopped})
	c.Stages(what+" order", withNormalTypes(ours.Errors), inOrder)
}

func answerOf(c *parity.Check, v fragment.Validation) upstream.FragmentAnswer {
	out := upstream.FragmentAnswer{Errors: c.OurTexts(v.Errors), Warnings: v.Warnings.Texts(), Stopped: v.Exhausted}
	if !v.Exhausted {
		out.Cost = v.Cost
	}
	c.Coded(v.Ratcheted...)
	return sortedAnswer(out)
}

// typeNumber matches the name of a type, which is different every time.
var typeNumber = regexp.MustCompile(`selfType[0-9]+|_var[0-9]+`)

func sortedAnswer(a upstream.FragmentAnswer) upstream.FragmentAnswer {
	for _, list := range [][]string{a.Errors, a.Warnings} {
		slices.Sort(normal(list))
	}
	return a
}

// withNormalTypes returns copies of errors with the numbers of types replaced, located
// below a field of a field: parity.Stages takes errors at the root for those of a
// resource.
func withNormalTypes(errs structural.Errors) (out structural.Errors) {
	for _, e := range errs {
		changed := field.PrintedAt(*e, e.Location())
		changed.Path = locations[1].ours.Append(e.Path...)
		changed.Detail = normal([]string{e.Detail})[0]
		out = append(out, changed)
	}
	return out
}

// normal replaces the numbers of types in texts.
func normal(texts []string) []string {
	for i, text := range texts {
		texts[i] = typeNumber.ReplaceAllString(text, "selfType#")
	}
	return texts
}

// once returns a sorted copy of texts without duplicates.
func once(texts []string) []string {
	out := append([]string{}, texts...)
	slices.Sort(out)
	return slices.Compact(out)
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func sortBy[T any](list []T, less func(a, b T) bool) {
	sort.Slice(list, func(i, j int) bool { return less(list[i], list[j]) })
}
