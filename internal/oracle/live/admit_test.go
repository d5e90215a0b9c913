package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// kind is a definition on both sides with an object that the server stores.
type kind struct {
	schema   map[string]any
	resource live.Resource
	ours     *crdschema.Definition
	stored   map[string]any
}

// exchange is a request to a kind.
type exchange struct {
	kind
	Object map[string]any
	Fields live.FieldValidation
	Op     crdschema.Operation
}

// requestsPerKind is the number of requests to each definition.
const requestsPerKind = 50

// TestAdmit compares whole requests with the running server.
func TestAdmit(t *testing.T) {
	parity.Run(t, "admit-live", exchanges(t), compareExchange)
}

// exchanges returns the requests to the definitions that install installs.
func exchanges(t *testing.T) parity.Cases[exchange] {
	kinds := installed(t)
	return parity.Generated(len(kinds)*requestsPerKind, func(seed uint64) exchange {
		return exchangeFor(kinds[seed%uint64(len(kinds))], seed)
	})
}

// installed returns the definitions of install, which are installed once.
var installed = once(func(t *testing.T) []kind { return install(t, max(1, parity.Full(10_000)/requestsPerKind)) })

func install(t *testing.T, n int) []kind {
	t.Helper()
	var kinds []kind
	var manifests []map[string]any
	for i := range n {
		schema := generate.New(uint64(i), generate.WithStatusCompatible(), generate.WithDemandingRules()).Schema(generate.Valid)
		manifests = append(manifests, definition(schema, i))
		kinds = append(kinds, kind{schema: schema})
	}
	server := live.Start(t)
	answers, err := server.Install(manifests...)
	require.NoError(t, err)
	var out []kind
	for i, k := range kinds {
		if !answers[i].Accepted() { // a few generated schemas are invalid
			continue
		}
		ours, err := crdschema.Compile(t.Context(), manifests[i])
		require.NoError(t, err)
		k.ours, k.resource = ours, server.Resource(manifests[i], generate.Version)
		answer := k.resource.Create(called(generate.New(uint64(i)).Object(k.schema, generate.Valid), i))
		if answer.Accepted() {
			k.stored = answer.Body
		}
		out = append(out, k)
	}
	require.NotEmpty(t, out)
	return out
}

// definition returns a definition with unique names.
func definition(schema map[string]any, i int) map[string]any {
	crd := generate.CRD(schema, generate.WithStatus())
	spec := crd["spec"].(map[string]any)
	group := fmt.Sprintf("g%d.%s", i, generate.Group)
	spec["group"] = group
	crd["metadata"].(map[string]any)["name"] = generate.Plural + "." + group
	return crd
}

// called returns an object of the given definition with a unique name and
// otherwise unchanged metadata.
func called(obj map[string]any, i int) map[string]any {
	out := maps.Clone(obj)
	meta, _ := obj["metadata"].(map[string]any)
	meta = maps.Clone(meta)
	if meta == nil {
		meta = map[string]any{}
	}
	for _, field := range []string{"generateName", "resourceVersion", "uid", "managedFields", "deletionTimestamp"} {
		delete(meta, field)
	}
	meta["name"], meta["namespace"] = "stored", "default"
	out["apiVersion"], out["kind"], out["metadata"] = fmt.Sprintf("g%d.%s", i, generate.APIVersion), generate.Kind, meta
	return out
}

func exchangeFor(k kind, seed uint64) exchange {
	g := generate.New(seed)
	obj := g.Object(k.schema, []generate.Flavor{generate.Valid, generate.Nearly, generate.Nearly}[seed%3])
	if seed%4 == 0 {
		obj = g.Mutate(obj, 1+int(seed%5)).(map[string]any)
	}
	x := exchange{kind: k, Object: called(obj, 0), Fields: []live.FieldValidation{live.Ignore, live.Warn, live.Strict}[seed/3%3]}
	x.Object["apiVersion"] = k.ours.Group() + "/" + generate.Version
	meta := x.Object["metadata"].(map[string]any)
	if k.stored == nil || seed%2 == 0 {
		meta["name"] = "fresh"
		return x
	}
	x.Op = []crdschema.Operation{crdschema.Update, crdschema.UpdateStatus}[seed/2%2]
	meta["resourceVersion"] = k.stored["metadata"].(map[string]any)["resourceVersion"]
	return x
}

func compareExchange(c *parity.Check, x exchange) {
	ours, err := x.ours.Admit(context.Background(), x.request())
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
		return
	}
	compareAnswer(c, ours, x.Op, x.send, func() live.Answer { return x.withoutOthers().send() })
}

// request returns the request for our side.
func (x exchange) request() crdschema.Request {
	req := crdschema.Request{Object: x.Object, Operation: x.Op, Version: generate.Version, Namespace: "default", DryRun: true}
	req.FieldValidation = map[live.FieldValidation]crdschema.FieldValidation{
		live.Ignore: crdschema.Ignore, live.Warn: crdschema.Warn, live.Strict: crdschema.Strict}[x.Fields]
	if x.Op != crdschema.Create {
		req.Old = x.stored
	}
	return req
}

// compareAnswer compares our result with the server's answer to the request that send
// sends. sendStatus sends an update of the status without the fields that it cannot
// change.
func compareAnswer(c *parity.Check, ours crdschema.Result, op crdschema.Operation, send, sendStatus func() live.Answer) {
	theirs := send()
	if unanswered(ours, theirs) {
		c.Equal("code", int64(code(ours)), int64(theirs.Code),
			parity.Row("D21", func() any { return int64(code(ours)) }))
		return
	}
	if op == crdschema.UpdateStatus && code(ours) == 422 && theirs.Code == 200 {
		c.Texts("errors", c.OurTexts(ours.Errors), nil, parity.Row("D43", func() any { return sendStatus().Causes() }))
		return
	}
	c.Equal("code", int64(code(ours)), int64(theirs.Code))
	c.Texts("warnings", ours.Warnings, theirs.Warnings)
	switch {
	case ours.Status() != nil && len(ours.Errors) == 0:
		again := func() any { return another(send, ours.Status().Message) }
		c.Equal("message", ours.Status().Message, theirs.Message(), parity.Row("D2", again), parity.Row("D4", again))
		c.Equal("reason", ours.Status().Reason, theirs.Reason())
	case len(ours.Errors) > 0:
		compareErrors(c, ours.Errors, theirs)
	default:
		c.Equal("object", lasting(written(ours.Object)), lasting(theirs.Body))
	}
}

// another returns the message of one of 30 answers to a rejected request: the wanted
// one if it is among them.
func another(send func() live.Answer, wanted string) string {
	text, _ := parity.Repeat30(func() string { return send().Message() }, func(text string) bool { return text == wanted })
	return text
}

// compareErrors compares the errors of an object and the order of their stages.
func compareErrors(c *parity.Check, ours structural.Errors, theirs live.Answer) {
	causes := upstream.MetadataOnce(theirs.Causes())
	c.Texts("errors", c.OurTexts(ours), causes)
	c.Stages("order", ours, causes)
}

// written returns an object as the server's encoder writes it: floats without a
// fraction become integers.
func written(obj map[string]any) map[string]any {
	text, err := json.Marshal(obj)
	if err != nil {
		panic(err)
	}
	out, err := corpus.DecodeJSON(text)
	if err != nil {
		panic(err)
	}
	return out
}

func (x exchange) send() live.Answer {
	switch x.Op {
	case crdschema.Update:
		return x.resource.TryUpdate(x.Object, x.Fields)
	case crdschema.UpdateStatus:
		return x.resource.TryUpdateStatus(x.Object, x.Fields)
	default:
		return x.resource.TryCreate(x.Object, x.Fields)
	}
}

// withoutOthers returns a status update without the fields that it cannot change.
func (x exchange) withoutOthers() exchange {
	x.Object = statusOnly(x.Object)
	return x
}

// statusOnly returns obj without the fields that an update of its status ignores.
func statusOnly(obj map[string]any) map[string]any {
	out := map[string]any{}
	for _, field := range []string{"apiVersion", "kind", "metadata", "status"} {
		if v, found := obj[field]; found {
			out[field] = v
		}
	}
	return out
}

// code returns the HTTP status code of a result.
func code(r crdschema.Result) int {
	if rejection := r.Status(); rejection != nil {
		return rejection.Code
	}
	return r.Code
}

// unanswered reports whether the server stored an object and then failed to
// return it, because it takes it for a list of objects.
func unanswered(ours crdschema.Result, theirs live.Answer) bool {
	_, isList := ours.Object["items"].([]any)
	return len(ours.Errors) == 0 && isList &&
		theirs.Message() == "*unstructured.Unstructured is not a list: no Items field in this object"
}

// lasting returns an object without generated fields.
func lasting(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	if meta, ok := obj["metadata"].(map[string]any); ok {
		meta = maps.Clone(meta)
		for _, field := range []string{"uid", "creationTimestamp", "managedFields", "resourceVersion"} {
			delete(meta, field)
		}
		out["metadata"] = meta
	}
	return out
}
