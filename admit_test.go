package crdschema_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

func cronTabDefinition(t testing.TB) *crdschema.Definition {
	text, err := os.ReadFile("testdata/crontabs.yaml")
	require.NoError(t, err)
	definition, err := crdschema.Compile(t.Context(), mustDecode(string(text)).Object)
	require.NoError(t, err)
	return definition
}

func TestAdmit(t *testing.T) {
	definition := cronTabDefinition(t)
	keys := []string{"request", "object", "old", "want", "dropped", "defaulted", "warnings", "errors", "ratcheted", "refused"}
	cases.Run(t, "testdata/admit.yaml", keys, func(t *testing.T, c cases.Case) {
		req := requestOf(t, c)
		object, old := structural.Clone(req.Object), structural.Clone(req.Old)
		got, err := definition.Admit(t.Context(), req)
		require.NoError(t, err)
		assert.Equal(t, object, req.Object, "the object was written to")
		assert.Equal(t, old, req.Old, "the old object was written to")

		assert.Equal(t, c.Texts(t, "dropped"), dotted(got.Dropped))
		assert.Equal(t, list(c.Texts(t, "warnings")), list(got.Warnings))
		if c.Has("defaulted") {
			assert.Equal(t, c.Texts(t, "defaulted"), dotted(got.Defaulted))
		}
		if want := c.Object(t, "refused"); want != nil {
			require.NotNil(t, got.Status())
			assert.False(t, got.Accepted())
			assert.Nil(t, got.Validated)
			assert.Nil(t, got.Stored)
			assert.Nil(t, got.Object)
			if want["reason"] == nil {
				want["reason"] = map[int]string{400: "BadRequest", 403: "Forbidden", 404: "NotFound"}[got.Status().Code]
			}
			assert.Equal(t, want, map[string]any{"code": int64(got.Status().Code), "reason": got.Status().Reason, "message": got.Status().Message})
			return
		}
		require.Nil(t, early(got.Status(), got.Errors))
		assert.Equal(t, c.Texts(t, "errors"), got.Errors.Texts())
		assert.Equal(t, c.Texts(t, "ratcheted"), got.Ratcheted.Texts())
		if !got.Accepted() {
			return
		}
		assert.Equal(t, placed(typed(c.Object(t, "want"))), got.Object)
	})
}

func dotted(paths []structural.Path) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = p.Dotted()
	}
	return out
}

// timeOf returns the time of an RFC 3339 text, zero for an empty one.
func timeOf(text string) time.Time {
	t, _ := time.Parse(time.RFC3339, text)
	return t
}

func requestOf(t *testing.T, c cases.Case) crdschema.Request {
	given := c.Object(t, "request")
	text := func(key string) string { s, _ := given[key].(string); return s }
	req := crdschema.Request{
		Object: typed(c.Object(t, "object")),
		Operation: map[string]crdschema.Operation{"": crdschema.Create, "update": crdschema.Update, "status": crdschema.UpdateStatus,
			"patch": crdschema.Patch, "patch status": crdschema.PatchStatus}[text("operation")],
		FieldValidation:   map[string]crdschema.FieldValidation{"": crdschema.Warn, "ignore": crdschema.Ignore, "strict": crdschema.Strict}[text("validation")],
		Version:           text("version"),
		Namespace:         text("namespace"),
		UID:               text("uid"),
		CreationTimestamp: timeOf(text("creationTimestamp")),
		NameSuffix:        text("nameSuffix"),
	}
	if _, given := given["namespace"]; !given {
		req.Namespace = "d"
	}
	if old := c.Object(t, "old"); old != nil {
		req.Old = placed(typed(old))
	}
	if given["duplicates"] != nil {
		req.Duplicates = texts(given["duplicates"])
	}
	return req
}

// placed returns an object in the namespace d, unless it names another one.
func placed(obj map[string]any) map[string]any {
	out := structural.Clone(obj)
	if meta, _ := out["metadata"].(map[string]any); meta != nil && meta["namespace"] == nil {
		meta["namespace"] = "d"
	}
	return out
}

func typed(obj map[string]any) map[string]any {
	out := map[string]any{"apiVersion": "stable.example.com/v1", "kind": "CronTab"}
	for k, v := range obj {
		out[k] = v
	}
	return out
}

// TestNoVerdict makes requests that have no verdict.
func TestNoVerdict(t *testing.T) {
	definition := cronTabDefinition(t)
	valid := typed(map[string]any{"metadata": map[string]any{"name": "a"}})
	cyclic := typed(nil)
	cyclic["spec"] = cyclic
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		req  crdschema.Request
		want string
	}{
		{"no such operation", t.Context(), crdschema.Request{Object: valid, Operation: 77}, "no such request: Operation(77), field validation Warn"},
		{"no such field validation", t.Context(), crdschema.Request{Object: valid, FieldValidation: 3}, "no such request: Create, field validation FieldValidation(3)"},
		{"no object", t.Context(), crdschema.Request{}, "there is no object"},
		{"a patch that is a map", t.Context(), crdschema.Request{Object: valid, Old: valid, Operation: crdschema.Patch, ContentType: "application/merge-patch+json"}, "a request with a patch needs a Body"},
		{"a patch of nothing", t.Context(), crdschema.Request{Body: []byte("{}"), Operation: crdschema.Patch, ContentType: "application/merge-patch+json"}, "there is neither an old object nor its name"},
		{"apply", t.Context(), crdschema.Request{Body: []byte("{}"), Old: valid, Operation: crdschema.Patch, ContentType: "application/apply-patch+yaml"}, "Admit applies a configuration with Request.Fields only"},
		{"apply to a scale", t.Context(), crdschema.Request{Body: []byte("{}"), Old: valid, Operation: crdschema.PatchScale, ContentType: "application/apply-patch+yaml"}, "Admit applies a configuration with Request.Fields only"},
		{"cancelled", cancelled, crdschema.Request{Object: valid}, context.Canceled.Error()},
		{"no old object", t.Context(), crdschema.Request{Object: typed(nil), Operation: crdschema.Update}, "there is neither an old object nor its name"},
		{"infinity", t.Context(), crdschema.Request{Object: typed(map[string]any{"spec": math.Inf(1)})}, "the object: spec: not a JSON value: the number +Inf"},
		{"Go struct", t.Context(), crdschema.Request{Object: typed(map[string]any{"spec": []any{struct{}{}}})}, "the object: spec[0]: not a JSON value: the Go type struct {}"},
		{"cyclic", t.Context(), crdschema.Request{Object: cyclic}, "the object: not a JSON value: nested deeper than 10000 levels, or cyclic"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := definition.Admit(tt.ctx, tt.req)
			assert.EqualError(t, err, tt.want)
		})
	}
}

// TestConcurrentUse admits objects of one definition in many goroutines, for the
// race detector.
func TestConcurrentUse(t *testing.T) {
	definition := cronTabDefinition(t)
	object := typed(map[string]any{"metadata": map[string]any{"name": "a", "x": int64(1)}, "spec": map[string]any{"z": nil}})
	want, err := definition.Admit(t.Context(), crdschema.Request{Object: object})
	require.NoError(t, err)
	var wg sync.WaitGroup
	for range 64 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			got, err := definition.Admit(t.Context(), crdschema.Request{Object: object})
			assert.NoError(t, err)
			assert.Equal(t, want, got)
		}()
	}
	wg.Wait()
}

// TestReadFailures reads objects that the server cannot read.
func TestReadFailures(t *testing.T) {
	definition := cronTabDefinition(t)
	for _, tt := range []struct {
		name, version, want string
		stored              map[string]any
	}{
		{"unserved version", "v1alpha1", "the server could not find the requested resource", typed(nil)},
		{"unknown version", "v7", "the server could not find the requested resource", typed(nil)},
		{"nothing", "v1", "there is no stored object", nil},
		{"another group", "v1", `example.org/v1, Kind=CronTab is unstructured and is not suitable for converting to "stable.example.com/v1"`,
			map[string]any{"apiVersion": "example.org/v1", "kind": "CronTab"}},
		{"metadata that is no object", "v1", "invalid metadata: expected object, got string", typed(map[string]any{"metadata": "x"})},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := definition.Read(t.Context(), tt.stored, tt.version)
			assert.EqualError(t, err, tt.want)
		})
	}
	_, err := definition.Store(t.Context(), nil)
	assert.EqualError(t, err, "there is no object")
}

// Only the creation of objects is rejected while a definition is being deleted,
// and only of those that could be created otherwise.
func TestAdmitWhileTerminating(t *testing.T) {
	crd, err := lifecycle.MarkForDeletion(context.Background(), mustDecode(cronTabs).Object, time.Now())
	require.NoError(t, err)
	d, err := crdschema.Compile(t.Context(), crd)
	require.NoError(t, err)
	object := func(fields string) map[string]any {
		return mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {` + fields + `}}`).Object
	}
	const why = " is forbidden: create not allowed while custom resource definition is terminating"
	for fields, want := range map[string]struct{ name, message string }{
		`name: a`:         {"a", `crontabs.stable.example.com "a"` + why},
		`generateName: a`: {"", `crontabs.stable.example.com` + why},
		`name: A`:         {"A", `crontabs.stable.example.com "A"` + why},
	} {
		result, err := d.Admit(t.Context(), crdschema.Request{Object: object(fields)})
		require.NoError(t, err)
		require.NotNil(t, result.Status())
		details := &status.Details{Name: want.name, Group: "stable.example.com", Kind: "crontabs"}
		assert.Equal(t, crdschema.Status{Code: 403, Reason: "Forbidden", Message: want.message, Details: details}, *result.Status())
	}
	old := object(`name: a, namespace: b, resourceVersion: "1"`)
	for _, operation := range []crdschema.Operation{crdschema.Update, crdschema.UpdateStatus} {
		result, err := d.Admit(t.Context(), crdschema.Request{Object: old, Old: old, Operation: operation})
		require.NoError(t, err)
		assert.True(t, result.Accepted())
	}
	result, err := d.Admit(t.Context(), crdschema.Request{Object: object(`name: a, namespace: b`), Namespace: "c"})
	require.NoError(t, err)
	assert.Equal(t, 400, result.Status().Code, "the request is looked at first")
}

// A new object without a namespace is created in the namespace default, as kubectl does.
// Door 1.
func TestSampleWithoutNamespace(t *testing.T) {
	const body = `{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "a"%s}}`
	for _, c := range []struct {
		name, metadata string
		req            crdschema.Request
		want           any
		errors         []string
	}{
		{name: "nowhere", want: "default"},
		{name: "empty", metadata: `, "namespace": ""`, want: "default"},
		{name: "in the object", metadata: `, "namespace": "b"`, want: "b"},
		{name: "in the URL", req: crdschema.Request{Namespace: "b"}, want: "b"},
		{name: "left out", req: crdschema.Request{NoDefaultNamespace: true}, errors: []string{"metadata.namespace: Required value"}},
		{name: "of an apply", req: crdschema.Request{Operation: crdschema.Patch, ContentType: "application/apply-patch+yaml",
			Fields: &tracker{}, FieldManager: "m"}, want: "default"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.req.Body = fmt.Appendf(nil, body, c.metadata)
			got, err := mustCompile().Admit(t.Context(), c.req)
			require.NoError(t, err)
			require.ElementsMatch(t, c.errors, got.Errors.Texts())
			meta, _ := got.Object["metadata"].(map[string]any)
			assert.Equal(t, c.want, meta["namespace"])
		})
	}
}
