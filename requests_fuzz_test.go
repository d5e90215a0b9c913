package crdschema_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

const (
	// callTimeout ends the context of each call.
	callTimeout = 250 * time.Millisecond
	// callSlack is how much later a call may return. A call without other work returns within
	// 100 ms; the fuzzer counts coverage, and the machine has other work.
	callSlack = 500 * time.Millisecond
	// lateRuns is the number of runs that must all be late: one may be the fault of the machine.
	lateRuns = 4
)

// callBudget is the budget that SECURITY.md recommends.
var callBudget = structural.Budget{Steps: 13_000_000, Values: 100_000}

// FuzzRequests is a tenant who writes everything: it compiles any CRD, and creates, patches,
// applies, updates, stores and reads any object. Every call has a deadline and a budget, must
// return in time, and must leave no goroutine. All calls are made twice, with the same answers.
func FuzzRequests(f *testing.F) {
	addRequestSeeds(f)
	f.Fuzz(func(t *testing.T, crd, object, patch []byte) {
		before := runtime.NumGoroutine()
		var runs []*tenant
		for range lateRuns {
			r := &tenant{t: t}
			r.run(crd, object, patch)
			runs = append(runs, r)
			if len(runs) > 1 && (r.late == "" || runs[len(runs)-2].late == "") {
				break
			}
		}
		first, last := runs[0], runs[len(runs)-1]
		require.False(t, len(runs) == lateRuns && last.late != "", "late in each run: %s", last.late)
		if !first.timedOut && !last.timedOut {
			require.Equal(t, first.answers, last.answers, "the same answers every time")
		}
		requireGoroutines(t, before)
	})
}

// addRequestSeeds adds the CRDs of the tests, with objects and patches for them, and those that
// earlier attacks used.
func addRequestSeeds(f *testing.F) {
	const object = `{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"a","labels":{"a":"b"}},"spec":{"cronSpec":"* * * * */5","image":"i","replicas":2,"x":[{}]}}`
	crontabs, err := os.ReadFile("testdata/crontabs.yaml")
	require.NoError(f, err)
	patches := []string{
		`[{"op":"add","path":"/spec/x","value":{"a":1,"a":null}},{"op":"copy","from":"/metadata","path":"/spec/y"}]`,
		`{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"a"},"spec":{"replicas":3,"image":null}}`,
		"apiVersion: stable.example.com/v1\nkind: CronTab\nmetadata: {name: a}\nspec: {image: &a b, x: [*a, 1.e309]}\n", "null", "[]",
	}
	for _, patch := range patches {
		f.Add(crontabs, []byte(object), []byte(patch))
		f.Add([]byte(cronTabs), []byte(object), []byte(patch))
		for _, schema := range seedSchemas {
			f.Add([]byte(crdText(schema)), []byte(object), []byte(patch))
		}
	}
	f.Add([]byte(`null`), []byte(`[]`), []byte(``))
	f.Add([]byte(`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{"versions":[{"storage":true}]}}`), []byte(object), []byte(`{}`))
}

// seedSchemas have the keywords that make work: defaults, rules, patterns, keyed lists, sets,
// embedded resources, branches and formats.
var seedSchemas = []string{
	`{"type":"object","properties":{"spec":{"type":"object","x-kubernetes-preserve-unknown-fields":true,"x-kubernetes-validations":[{"rule":"self.all(k, self.all(l, k != l || self[k] == self[l]))","message":"m"}]}}}`,
	`{"type":"object","properties":{"spec":{"type":"object","properties":{"x":{"type":"array","items":{"type":"object","properties":{"a":{"type":"array","default":[1,2,3],"items":{"type":"integer"}}}}}},"required":["image"]}}}`,
	`{"type":"object","properties":{"spec":{"type":"object","properties":{"x":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],"items":{"type":"object","required":["k"],"properties":{"k":{"type":"string","default":"d"}}}}}}}}`,
	`{"type":"object","properties":{"spec":{"type":"object","properties":{"x":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}},"image":{"type":"string","pattern":"^(a{9}|b*)*$","format":"date-time"}}}}}`,
	`{"type":"object","properties":{"spec":{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true,"anyOf":[{"required":["image"]},{"not":{"properties":{"replicas":{"maximum":1}}}}]}}}`,
	`{"type":"object","properties":{"spec":{"type":"object","additionalProperties":{"x-kubernetes-int-or-string":true,"nullable":true}},"status":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}`,
}

// crdText returns a CRD of a schema, with columns, a scale and a status.
func crdText(schema string) string {
	return `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"crontabs.stable.example.com"},"spec":{"group":"stable.example.com","scope":"Cluster",` +
		`"names":{"plural":"crontabs","singular":"crontab","kind":"CronTab","listKind":"CronTabList"},"versions":[{"name":"v1","served":true,"storage":true,` +
		`"additionalPrinterColumns":[{"name":"c","type":"date","jsonPath":".spec.x[?(@.a>1)]..a"}],"selectableFields":[{"jsonPath":".spec.image"}],` +
		`"subresources":{"status":{},"scale":{"specReplicasPath":".spec.replicas","statusReplicasPath":".status.replicas"}},"schema":{"openAPIV3Schema":` + schema + `}}]}}`
}

// tenant makes the calls of one run and keeps what they answered.
type tenant struct {
	t        *testing.T
	answers  []string
	late     string // the last call that returned too late
	timedOut bool   // a deadline decided an answer
}

// run makes all calls with the given texts. A call whose input an earlier one did not make is
// left out.
func (r *tenant) run(crd, object, patch []byte) {
	r.call("AdmitCRD", func(ctx context.Context) (any, error) {
		return crdschema.NewCompiler().AdmitCRD(ctx, crdschema.CRDRequest{Body: crd, ContentType: "application/yaml"})
	})
	r.call("PositionsOf", func(ctx context.Context) (any, error) {
		p, err := document.PositionsOf(ctx, object, "application/yaml")
		return fmt.Sprint(p == nil), err
	})
	var d *crdschema.Definition
	r.call("CompileYAML", func(ctx context.Context) (_ any, err error) {
		d, err = crdschema.CompileYAML(ctx, crd)
		return d != nil, err
	})
	if d == nil {
		return
	}
	fields, err := apply.New(d)
	require.NoError(r.t, err)
	old := r.create(d, fields, object)
	if old == nil {
		return
	}
	r.write(d, fields, old, object, patch)
	r.keep(d, old)
}

// create returns the object of an accepted body, or else a rejected one as it was decoded.
func (r *tenant) create(d *crdschema.Definition, fields *apply.Applier, object []byte) map[string]any {
	created := r.admit(d, "create", crdschema.Request{Body: object, Fields: fields})
	if created.Object != nil {
		return created.Object
	}
	return created.Decoded
}

// write makes the requests that change old.
func (r *tenant) write(d *crdschema.Definition, fields *apply.Applier, old map[string]any, object, patch []byte) {
	media := mergePatch
	if strings.HasPrefix(string(patch), "[") {
		media = jsonPatch
	}
	r.admit(d, "patch", crdschema.Request{Operation: crdschema.Patch, Body: patch, ContentType: media, Old: old, Fields: fields})
	r.admit(d, "patch of the status", crdschema.Request{Operation: crdschema.PatchStatus, Body: patch, ContentType: media, Old: old})
	r.admit(d, "patch of the scale", crdschema.Request{Operation: crdschema.PatchScale, Body: patch, ContentType: media, Old: old})
	r.admit(d, "apply", crdschema.Request{Operation: crdschema.Patch, Body: patch, ContentType: "application/apply-patch+yaml", Old: old, Fields: fields, FieldManager: "m", Force: true})
	r.admit(d, "update", crdschema.Request{Operation: crdschema.Update, Body: patch, ContentType: "application/yaml", Old: old, Fields: fields})
	r.admit(d, "unchanged update", crdschema.Request{Operation: crdschema.Update, Object: old, Old: old})
	r.admit(d, "update of the status", crdschema.Request{Operation: crdschema.UpdateStatus, Body: object, ContentType: "application/yaml", Old: old})
}

// keep stores and reads an object, prints, deletes and converts it.
func (r *tenant) keep(d *crdschema.Definition, obj map[string]any) {
	version := d.StorageVersion()
	r.call("Store and Read", func(ctx context.Context) (any, error) {
		stored, err := d.Store(ctx, obj)
		if err != nil {
			return nil, err
		}
		return d.Read(ctx, stored, "")
	})
	r.call("Table", func(ctx context.Context) (any, error) {
		printer, err := registry.NewPrinter(ctx, version)
		if err != nil {
			return nil, err
		}
		return printer.Table(ctx, []map[string]any{obj}, time.Unix(1<<31, 0))
	})
	r.call("Delete", func(ctx context.Context) (any, error) {
		return d.Delete(ctx, crdschema.DeleteRequest{Old: obj})
	})
}

func (r *tenant) admit(d *crdschema.Definition, name string, req crdschema.Request) (out crdschema.Result) {
	if req.ContentType == "" && req.Body != nil {
		req.ContentType = "application/yaml"
	}
	r.call(name, func(ctx context.Context) (_ any, err error) {
		out, err = d.Admit(ctx, req)
		return out, err
	})
	return out
}

// call makes a call with a deadline and a budget, and keeps its answer. A call whose steps are
// within the budget has no error about it.
func (r *tenant) call(name string, f func(context.Context) (any, error)) {
	ctx, cancel := context.WithTimeout(structural.WithBudget(r.t.Context(), callBudget), callTimeout)
	defer cancel()
	ctx, tracker := work.Share(ctx)
	start := time.Now()
	answer, err := f(ctx)
	if took := time.Since(start); took > callTimeout+callSlack {
		r.late = fmt.Sprintf("%s took %v", name, took)
	}
	r.timedOut = r.timedOut || errors.Is(err, context.DeadlineExceeded)
	requireBudget(r.t, name, tracker.Used(), err)
	text, failed := json.Marshal(answer)
	require.NoError(r.t, failed)
	r.answers = append(r.answers, fmt.Sprintf("%s: %s %v", name, text, err))
}

// requireBudget checks that a call fails for its budget exactly if it has spent it, or one
// thing alone would have.
func requireBudget(t *testing.T, name string, used structural.Budget, err error) {
	var spent *structural.WorkError
	isOver := used.Steps > callBudget.Steps || used.Values > callBudget.Values
	switch {
	case !errors.As(err, &spent):
		require.False(t, err == nil && isOver, "%s: %+v is over the budget", name, used)
	case spent.What == "steps":
		require.True(t, spent.Of != "" || used.Steps >= callBudget.Steps, "%s: %v, but used %+v", name, err, used)
	case spent.What == "values made":
		require.True(t, spent.Of != "" || used.Values > callBudget.Values, "%s: %v, but used %+v", name, err, used)
	default:
		require.Equal(t, "levels of nesting", spent.What)
	}
}

// requireGoroutines waits until there are not more goroutines than before.
func requireGoroutines(t *testing.T, before int) {
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	stacks := make([]byte, 1<<16)
	require.Fail(t, "a goroutine is left", string(stacks[:runtime.Stack(stacks, true)]))
}
