package hints_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// repair applies hints to a crd.
type repair struct {
	server *validate.Server
	check  *parity.Check
	random *rand.Rand
	crd    map[string]any
	before facts           // of crd
	seen   map[string]bool // texts of all errors so far
	first  int             // the number of errors before the first step
	steps  []string
	lost   []string
	left   []string // errors whose hints have no edits
}

// errors returns all errors for which there may be hints.
func (r *repair) errors(crd map[string]any) structural.Errors {
	found := decode.Read(crd, nil)
	errs := slices.Concat(found.Strict, found.Silent)
	if found.Undecodable != nil {
		return append(errs, found.Undecodable)
	}
	out, err := r.server.Create(context.Background(), crd)
	if err != nil {
		panic(err)
	}
	return slices.Concat(errs, out.Undecodable, out.Errors)
}

// run applies hints until none with edits is left: of the first error, or of any.
func (r *repair) run(first bool) {
	errs := r.errors(r.crd)
	r.first = len(errs)
	for ok := true; ok; {
		given := cases.Must(hints.ForAll(context.Background(), r.crd, errs))
		which := r.applicable(errs, given)
		if len(which) == 0 {
			return
		}
		i := which[0]
		if !first {
			i = which[r.random.IntN(len(which))]
		}
		errs, ok = r.step(errs, errs[i], given[i])
	}
}

// applicable returns the indices of the hints with edits. It records the errors, and
// those whose hints have none.
func (r *repair) applicable(errs structural.Errors, given []hints.Hint) (which []int) {
	r.left = nil
	for i, e := range errs {
		r.seen[errorText(e)] = true
		if given[i].Edits != nil {
			which = append(which, i)
		} else {
			r.left = append(r.left, row(e))
		}
	}
	return which
}

// step applies a hint. It returns the errors that are left, and false if the hint
// is wrong.
func (r *repair) step(errs structural.Errors, err *structural.Error, h hints.Hint) (structural.Errors, bool) {
	r.steps = append(r.steps, fmt.Sprintf("%s\n    %s\n    %v loses %v", shortened(err.Error()), h.Text, describe(h), h.Loses))
	fail := func(what string, details any) (structural.Errors, bool) {
		r.check.Fail(what, details, nil, "%s", strings.Join(r.steps, "\n"))
		return nil, false
	}
	crd := h.Apply(r.crd)
	if parity.Equal(crd, r.crd) {
		return fail("nothing changed", nil)
	}
	left := r.errors(crd)
	if !fewer(errs, left, err) {
		return fail("the error is still there", left.Texts())
	}
	if len(r.steps) > len(r.seen) {
		return fail("no end", nil)
	}
	after := factsOf(crd)
	if missing := r.before.missing(after, append(corrected(err, h), h.Loses...)); missing != nil {
		return fail("lost without a word", missing)
	}
	if unsaid := silent(h); unsaid != "" {
		return fail("the text does not name what is lost", unsaid)
	}
	if h.Loses != nil {
		r.lost = append(r.lost, row(err))
	}
	r.crd, r.before = crd, after
	return left, true
}

// corrected returns the path of the rule whose expression does not compile, if the hint writes another
// one in its place: the text is what was wrong.
func corrected(err *structural.Error, h hints.Hint) []structural.Path {
	if err.Code != codes.RuleUndefinedField && err.Code != codes.RuleCompile {
		return nil
	}
	rewrites := func(e hints.Edit) bool { return !e.Remove && within(e.Path, err.Path) }
	if !slices.ContainsFunc(h.Edits, rewrites) {
		return nil
	}
	return []structural.Path{err.Path[:len(err.Path)-1]}
}

// silent returns a path that a hint loses and whose last name its text does not have.
func silent(h hints.Hint) string {
	for _, path := range h.Loses[:min(len(h.Loses), 4)] {
		name := ""
		for _, step := range path {
			if step.Kind() != field.IndexStep {
				name = step.Name()
			}
		}
		if !strings.Contains(strings.ToLower(h.Text), strings.ToLower(name)) {
			return path.String()
		}
	}
	return ""
}

func describe(h hints.Hint) string {
	var out []string
	for _, e := range h.Edits {
		if e.Remove {
			out = append(out, "-"+e.Path.String())
		} else {
			out = append(out, shortened(fmt.Sprintf("%s=%v", e.Path, e.Value)))
		}
	}
	return strings.Join(out, " ")
}

func shortened(text string) string { return text[:min(len(text), 400)] }

// errorText identifies an error. Texts of rules have numbers that differ each time,
// and some quote what the crd says elsewhere.
func errorText(e *structural.Error) string {
	return string(e.Code) + " " + e.Path.String() + " " + e.Detail[:min(len(e.Detail), 300)]
}

// estimated are the codes of errors about the estimated cost of a rule. The limits that
// a hint adds lower the cost, but perhaps not enough.
var estimated = []string{"rule-cost", "rule-cost-total", "rule-cost-contribution"}

// fewer reports whether after has fewer errors with the code and path of err.
func fewer(before, after structural.Errors, err *structural.Error) bool {
	if err.Kind == field.Undecodable { // the server reports only the first
		return !slices.ContainsFunc(after, func(e *structural.Error) bool { return e.Kind == err.Kind && e.Path.Compare(err.Path) == 0 })
	}
	at := unindexed(err.Path)
	count := func(errs structural.Errors) (n int) {
		for _, e := range errs {
			if e.Code == err.Code && unindexed(e.Path) == at && (e.Code != "unknown-field" || e.Error() == err.Error()) && e.Detail == err.Detail {
				n++
			}
		}
		return n
	}
	return count(after) < count(before) || slices.Contains(estimated, string(err.Code))
}

// unindexed returns path without its indices, which change if an item is removed.
func unindexed(path structural.Path) string {
	return slices.DeleteFunc(slices.Clone(path), func(s field.Step) bool { return s.Kind() == field.IndexStep }).String()
}
