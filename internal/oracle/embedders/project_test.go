package embedders

import (
	"context"
	"encoding/json"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// project is a program that calls the reference for objects of a definition.
type project struct {
	name string
	// source is the repository, the file, the function and the commit that was read.
	source string
	// calls are the steps that it has, in order.
	calls []string
	// keepsObject is set if the project goes on with the object that the calls leave.
	keepsObject bool
	// defaults is set if the calls set defaults. These are not pruned.
	defaults bool
	// seesOld is set if the calls get the object before an update.
	seesOld bool
	// fragment is set if the calls are about one property of the object.
	fragment bool
	// inexact is the kind of differences that disappear if a request is exact, or empty.
	inexact string
	// reportsUnknown is set if unknown fields are reported beside errors, as by a server.
	reportsUnknown bool
	// forwards reports whether another program validates a request afterwards. Such
	// requests are not compared with a server.
	forwards func(request) bool
	// theirs makes the calls of the reference. It may write to its argument.
	theirs func(request) trace
	// ours is the replacement.
	ours func(request) trace
}

// projects are those with calls for whole objects.
var projects = []project{gatekeeper, grafana, calico, istio, crossplane, fluxSchema, kcp, kubectlValidate, clusterAPI, capsule}

// TestProjects compares the calls of each project with their replacement, and the
// replacement with a server.
func TestProjects(t *testing.T) {
	for _, p := range projects {
		t.Run(p.name, func(t *testing.T) {
			against := newComparison(p)
			cases := allRequests(t)
			if p.fragment {
				cases = fragmentRequests(t)
			}
			parity.Run(t, "embedder-"+p.name, cases, func(c *parity.Check, in request) {
				if p.fragment && in.property == "" {
					c.Void()
					return
				}
				ours := p.ours(in)
				compareTraces(c, ours, func() trace { return p.theirs(in.shuffled()) })
				if p.forwards == nil || !p.forwards(in) {
					against.compare(c, in, ours)
				}
			})
			against.report(t)
		})
	}
}

// emptyRoot is field.NewPath(""), which prints as [].
var emptyRoot = structural.Path{structural.Field("")}

// throughJSON returns the object as kube-openapi's validator sees it if it gets a
// pointer to an Unstructured: it writes a struct as JSON and reads it again, and
// every number becomes a float64. Passing the map avoids that.
func (r request) throughJSON() map[string]any {
	if r.exact {
		return r.object
	}
	text, err := json.Marshal(r.object)
	if err != nil {
		panic(err)
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		panic(err)
	}
	return out
}

// asAny returns an interface that is nil for a nil map.
func asAny(obj map[string]any) any {
	if obj == nil {
		return nil
	}
	return obj
}

// rules records the errors and the cost of the rules of the reference.
func (t *trace) rules(errs field.ErrorList, budget, left int64) {
	if t.theirs(rules, errs); left >= 0 { // otherwise it is not known
		t.cost = budget - left
	}
}

// evaluate records our errors and cost of rules.
func (t *trace) evaluate(r *celrules.Rules, in celrules.Input) {
	result, err := r.Validate(context.Background(), in)
	if err != nil {
		panic(err)
	}
	if t.ours(rules, result.Errors); !result.Exhausted {
		t.cost = result.Cost
	}
}

// verdictOf returns a verdict. It panics if there is none.
func verdictOf[T any](verdict T, err error) T {
	if err != nil {
		panic(err)
	}
	return verdict
}
