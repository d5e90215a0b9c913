package oracle

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/explain"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// TestExplainFits applies the edits of explain.Object, one error at a time. The reference must
// answer as this module does to the edited object, which lacks the error and has no other one.
func TestExplainFits(t *testing.T) {
	cases := parity.Join(parity.Tenth(corpusRequests(t, parity.FullOr(7, 2))), generatedRequests(parity.FullOr(5_000, 300)))
	var answers answered
	parity.Run(t, "explain-fits", cases, func(c *parity.Check, in request) {
		op := crdschema.Create
		if in.old != nil && len(in.object)%2 == 0 {
			op = crdschema.Update
		}
		compareFits(c, in, op, &answers)
	})
	answers.print(t)
}

func compareFits(c *parity.Check, in request, op crdschema.Operation, answers *answered) {
	if op == crdschema.Update {
		in.object = ofVersion(in.object, "7")
		if in.ours.Scope() == objectmeta.ClusterScoped { // stored ones have no namespace
			in.old = structural.Clone(in.old)
			if meta, ok := in.old["metadata"].(map[string]any); ok {
				delete(meta, "namespace")
			}
		}
	} else {
		in.object = unversioned(in.object)
	}
	req := crdschema.Request{Object: in.object, Operation: op, Version: in.version, Namespace: upstream.Namespace, FieldValidation: crdschema.Ignore, AllErrors: true}
	if op == crdschema.Update {
		req.Old = in.old
	}
	result, err := in.ours.Admit(context.Background(), req)
	if err != nil || len(result.Errors) == 0 || result.Decoded == nil {
		c.Void()
		return
	}
	result.Dropped = result.Dropped[:min(len(result.Dropped), 3)] // damaged objects have a hundred
	explanations, err := explain.Object(context.Background(), in.ours, req, result)
	if err != nil {
		c.Fail("explanation", nil, nil, "%v", err)
		return
	}
	if len(explanations) > 100 { // the default budget has edits for the first ones
		ctx := structural.WithBudget(context.Background(), budget.Budget{Steps: 1 << 32, Values: 1 << 32})
		if explanations, err = explain.Object(ctx, in.ours, req, result); err != nil {
			c.Fail("explanation with a large budget", nil, nil, "%v", err)
			return
		}
	}
	for _, e := range explanations {
		answers.add(e)
		if len(e.Edits) == 0 {
			continue
		}
		edited := hints.Hint{Edits: e.Edits}.Apply(in.object)
		again := req
		again.Object = edited
		after, err := in.ours.Admit(context.Background(), again)
		if err != nil {
			c.Fail("edited", nil, nil, "%v", err)
			return
		}
		if added := added(after.Errors, result.Errors, e.Error); len(added) > 0 {
			c.Fail("edits of "+e.Error.Error(), added, nil, "%v", e.Edits)
		}
		compareRequest(c, request{in.endpoint, edited, in.old}, op)
	}
}

// added returns the errors that are not among those before, and the repaired one if it is still
// there. The value in the text of an error around an edit changes, and so may the index of an
// element.
func added(after, before structural.Errors, repaired *structural.Error) (out []string) {
	key := func(e *structural.Error) string {
		steps := make([]string, len(e.Path))
		for i, s := range e.Path {
			steps[i] = s.Name()
		}
		return fmt.Sprint(strings.Join(steps, "/"), " ", e.Code, " ", e.RulePath)
	}
	left := map[string]int{key(repaired): -1}
	for _, e := range before {
		left[key(e)]++
	}
	for _, e := range after {
		if left[key(e)]--; left[key(e)] < 0 {
			out = append(out, e.Error())
		}
	}
	return out
}

// answered counts the errors of each code, and those that have edits.
type answered struct {
	sync.Mutex
	all, edited map[codes.Code]int
	examples    map[codes.Code]string
}

func (a *answered) add(e explain.Explanation) {
	a.Lock()
	defer a.Unlock()
	if a.all == nil {
		a.all, a.edited, a.examples = map[codes.Code]int{}, map[codes.Code]int{}, map[codes.Code]string{}
	}
	a.all[e.Error.Code]++
	if len(e.Edits) > 0 {
		a.edited[e.Error.Code]++
	} else if len(a.examples[e.Error.Code]) == 0 {
		text := e.Error.Error()
		a.examples[e.Error.Code] = text[:min(len(text), 300)]
	}
}

// print checks that 95% of the errors that are not of rules have edits.
func (a *answered) print(t *testing.T) {
	var all, edited, rules, repaired int
	for _, code := range slices.Sorted(maps.Keys(a.all)) {
		t.Logf("%s: %d of %d %s", code, a.edited[code], a.all[code], a.examples[code])
		switch {
		case strings.HasPrefix(string(code), "rule"):
			rules, repaired = rules+a.all[code], repaired+a.edited[code]
		default:
			all, edited = all+a.all[code], edited+a.edited[code]
		}
	}
	t.Logf("errors with edits: %d of %d; of rules: %d of %d", edited, all, repaired, rules)
	require.Greater(t, all, 0)
	require.GreaterOrEqual(t, 100*edited, 95*all)
}
