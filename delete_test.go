package crdschema_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// TestDelete compares whole answers to requests to delete objects of the definition things,
// which converts as [renameThings] does.
func TestDelete(t *testing.T) {
	keys := []string{"old", "options", "body", "contentType", "version", "missing", "revision", "prefix", "code", "gone", "dryRun", "stored", "answer", "refused", "warnings"}
	d := convertingThings(t, crdschema.WithConverter(conversion.Func(renameThings)))
	cases.Run(t, "testdata/deletions.yaml", keys, func(t *testing.T, c cases.Case) {
		req := crdschema.DeleteRequest{Old: placed(c.Object(t, "old")), Options: c.Object(t, "options"), ContentType: c.Text(t, "contentType"),
			Version: c.Text(t, "version"), Name: c.Text(t, "missing"), Now: deletionTime, StoragePrefix: c.Text(t, "prefix")}
		if c.Has("missing") {
			req.Old = nil
		}
		if c.Has("body") {
			req.Body = []byte(c.Text(t, "body"))
		}
		if revision, ok := c.Value("revision").(int64); ok {
			req.Revision = uint64(revision)
		}
		before := structural.Clone[any]([]any{req.Old, req.Options})
		got, err := d.Delete(t.Context(), req)
		require.NoError(t, err)
		assert.Equal(t, before, any([]any{req.Old, req.Options}), "the request was written to")
		assert.Equal(t, c.Has("refused"), got.Status() != nil)
		assert.Equal(t, !c.Has("refused"), got.Accepted())
		if refused := c.Object(t, "refused"); refused != nil {
			assert.Equal(t, refused, got.Status().Object(), "rejection")
			return
		}
		if c.Has("code") {
			assert.Equal(t, c.Value("code"), int64(got.Code))
		}
		assert.Equal(t, c.Has("gone"), got.Gone)
		assert.Equal(t, c.Has("dryRun"), got.DryRun)
		assert.Equal(t, c.Object(t, "stored"), got.Stored, "stored")
		assert.Equal(t, c.Object(t, "answer"), got.Object, "answer")
		assert.Equal(t, c.Texts(t, "warnings"), append([]string{}, got.Warnings...))
	})
}

// convertingThings compiles the definition things with a webhook.
func convertingThings(t *testing.T, options ...crdschema.Option) *crdschema.Definition {
	crd := mustDecode(things).Object
	crd["spec"].(map[string]any)["conversion"] = map[string]any{"strategy": "Webhook"}
	d, err := crdschema.Compile(t.Context(), crd, options...)
	require.NoError(t, err)
	return d
}

func thing(metadata map[string]any) map[string]any {
	return map[string]any{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": metadata}
}

func TestDeleteWithoutVerdict(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	kept := thing(map[string]any{"name": "a", "finalizers": []any{"example.com/a"}})
	converted := thing(map[string]any{"name": "a", "finalizers": []any{"example.com/a"}})
	for name, c := range map[string]struct {
		ctx  context.Context
		req  crdschema.DeleteRequest
		want string
	}{
		"no object":       {t.Context(), crdschema.DeleteRequest{}, "there is neither an object nor its name"},
		"two options":     {t.Context(), crdschema.DeleteRequest{Old: kept, Body: []byte("{}"), Options: map[string]any{}}, "a request with a Body cannot have Options too"},
		"no JSON":         {t.Context(), crdschema.DeleteRequest{Old: map[string]any{"a": make(chan int)}}, "the old object: "},
		"no JSON options": {t.Context(), crdschema.DeleteRequest{Old: kept, Options: map[string]any{"a": make(chan int)}}, "the map of options: "},
		"no time":         {t.Context(), crdschema.DeleteRequest{Old: kept}, "the object has finalizers: it is marked with the time of the request, Now, which is missing"},
		"cancelled":       {ctx, crdschema.DeleteRequest{Old: kept}, "context canceled"},
		"no converter":    {t.Context(), crdschema.DeleteRequest{Old: converted, Version: "v2", Now: deletionTime}, "things.example.com converts with a webhook: compile it with WithConverter"},
	} {
		got, err := convertingThings(t).Delete(c.ctx, c.req)
		require.Error(t, err, name)
		assert.True(t, strings.HasPrefix(err.Error(), c.want), "%s: %v", name, err)
		assert.False(t, got.Accepted(), name)
	}
}

// The largest body of options has exactly 3 MiB.
//
// Rule: k8s.io/apiserver/pkg/server, Config.MaxRequestBodyBytes.
func TestDeleteReadsLargeBodies(t *testing.T) {
	for size, want := range map[int]string{3 << 20: "", 3<<20 + 1: "Request entity too large: limit is 3145728"} {
		body := append(bytes.Repeat([]byte(" "), size-2), "{}"...)
		got, err := convertingThings(t).Delete(t.Context(), crdschema.DeleteRequest{Old: thing(map[string]any{"name": "a"}), Body: body})
		require.NoError(t, err)
		assert.Equal(t, want == "", got.Accepted(), size)
		if want != "" {
			assert.Equal(t, want, got.Status().Message)
		}
	}
}

// The context may end while an object is converted.
func TestDeleteIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancelling := conversion.Func(func(context.Context, map[string]any, string) (map[string]any, error) {
		cancel()
		return nil, errors.New("too late")
	})
	_, err := convertingThings(t, crdschema.WithConverter(cancelling)).Delete(ctx, crdschema.DeleteRequest{Old: thing(map[string]any{"name": "a"}), Version: "v2"})
	assert.Error(t, err)
}

// A deletionTimestamp is moved to the time of the request only if it is later.
func TestDeletionTimestamp(t *testing.T) {
	d := convertingThings(t)
	for at, want := range map[string]string{"2025-01-01T00:00:00Z": "2025-01-01T00:00:00Z", "2027-01-01T00:00:00Z": "2026-01-01T00:00:00Z"} {
		old := thing(map[string]any{"name": "a", "generation": int64(3), "deletionTimestamp": at, "finalizers": []any{"example.com/a"}})
		got, err := d.Delete(t.Context(), crdschema.DeleteRequest{Old: old, Now: deletionTime})
		require.NoError(t, err)
		metadata := got.Stored["metadata"].(map[string]any)
		assert.Equal(t, want, metadata["deletionTimestamp"])
		assert.Equal(t, int64(3), metadata["generation"])
	}
	got, err := d.Delete(t.Context(), crdschema.DeleteRequest{Old: thing(map[string]any{"name": "a", "deletionTimestamp": "2025-01-01T00:00:00Z", "finalizers": []any{"example.com/a"}})})
	require.NoError(t, err, "no time is needed")
	assert.Equal(t, 200, got.Code)
}

// The answer has the revision of the write, but not if nothing is written.
func TestRevision(t *testing.T) {
	d := convertingThings(t)
	object := func(old string, revision uint64, dryRun bool) any {
		stored := thing(map[string]any{"name": "a", "namespace": "d", "uid": "u", "resourceVersion": "7", "generation": int64(1)})
		stored["old"], stored["status"] = old, map[string]any{"phase": "one"}
		body := structural.Clone(stored)
		body["old"] = "x"
		got, err := d.Admit(t.Context(), crdschema.Request{Operation: crdschema.Update, Object: body, Old: stored, Revision: revision, DryRun: dryRun})
		require.NoError(t, err)
		require.True(t, got.Accepted())
		return got.Object["metadata"].(map[string]any)["resourceVersion"]
	}
	assert.Equal(t, "8", object("y", 8, false))
	assert.Equal(t, "7", object("y", 8, true), "a dry run")
	assert.Equal(t, "7", object("y", 0, false), "unknown")
	assert.Equal(t, "7", object("x", 8, false), "nothing changes")
	created, err := d.Admit(t.Context(), crdschema.Request{Object: thing(map[string]any{"name": "a"}), Namespace: "d", Revision: 8})
	require.NoError(t, err)
	assert.Equal(t, "8", created.Object["metadata"].(map[string]any)["resourceVersion"])
	assert.NotContains(t, created.Stored["metadata"], "resourceVersion")
}

// A conflict names the key of the object, which has the prefix of the storage but in a dry run.
func TestStorageKeys(t *testing.T) {
	key := func(prefix string, dryRun bool) string {
		obj, old := thing(map[string]any{"name": "a", "namespace": "d", "uid": "v"}), thing(map[string]any{"name": "a", "namespace": "d", "uid": "u"})
		got, err := convertingThings(t).Admit(t.Context(), crdschema.Request{Operation: crdschema.Update, Object: obj, Old: old, StoragePrefix: prefix, DryRun: dryRun})
		require.NoError(t, err)
		crd := mustDecode(things).Object
		crd["metadata"] = map[string]any{"name": "things.example.com", "uid": "v"}
		other := structural.Clone(crd)
		other["metadata"].(map[string]any)["uid"] = "u"
		written, err := crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{Operation: crdschema.Update, CRD: crd, Old: other, StoragePrefix: prefix, DryRun: dryRun})
		require.NoError(t, err)
		return keyIn(got.Status()) + " " + keyIn(written.Status())
	}
	const object, definition = "example.com/things/d/a", "apiextensions.k8s.io/customresourcedefinitions/things.example.com"
	assert.Equal(t, "/registry/"+object+" /registry/"+definition, key("", false))
	assert.Equal(t, "/x/y/"+object+" /x/y/"+definition, key("/x/y/", false))
	assert.Equal(t, "/"+object+" /"+definition, key("/x", true))
}

// keyIn returns the key in storage that a status names.
func keyIn(status *crdschema.Status) string {
	_, key, _ := strings.Cut(status.Message, "Key: ")
	key, _, _ = strings.Cut(key, ",")
	return key
}

// A dry run does not get as far as the storage, which refuses a resourceVersion, and answers
// with the object as it is. An object that cannot be read is named with its key.
func TestDryRun(t *testing.T) {
	obj := thing(map[string]any{"name": "a", "namespace": "d", "resourceVersion": "7"})
	got, err := convertingThings(t).Admit(t.Context(), crdschema.Request{Object: obj, DryRun: true, Revision: 9})
	require.NoError(t, err)
	require.True(t, got.Accepted(), got.Status())
	assert.Equal(t, "7", got.Object["metadata"].(map[string]any)["resourceVersion"])
	crd := mustDecode(things).Object
	crd["metadata"].(map[string]any)["resourceVersion"] = "7"
	written, err := crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{CRD: crd, DryRun: true})
	require.NoError(t, err)
	assert.True(t, written.Accepted(), written.Errors)

	d := convertingThings(t, crdschema.WithConverter(conversion.Func(renameThings)))
	obj["apiVersion"], obj["new"] = "example.com/v2", "x"
	old := thing(map[string]any{"name": "a", "namespace": "d", "resourceVersion": "7"})
	old["old"] = "not-v2"
	update := crdschema.Request{Operation: crdschema.Update, Object: obj, Old: old, DryRun: true}
	got, err = d.Admit(t.Context(), update)
	require.NoError(t, err)
	const why = "object not decodable revision=7: Thing d/a: not at v2"
	assert.Equal(t, "Internal error occurred: StorageError: corrupt object, Code: 7, Key: /example.com/things/d/a, ResourceVersion: 0, AdditionalErrorMsg: "+why, got.Status().Message)
	update.DryRun = false
	got, err = d.Admit(t.Context(), update)
	require.NoError(t, err)
	assert.Equal(t, why, got.Status().Message)
}

// An object that was stored but cannot be read back is named with its new revision.
func TestNotReadBack(t *testing.T) {
	back := conversion.Func(func(ctx context.Context, obj map[string]any, to string) (map[string]any, error) {
		if to == "example.com/v2" {
			return nil, errors.New("no way back")
		}
		return renameThings(ctx, obj, to)
	})
	d := convertingThings(t, crdschema.WithConverter(back))
	obj := thing(map[string]any{"name": "a", "namespace": "d"})
	obj["apiVersion"] = "example.com/v2"
	for revision, want := range map[uint64]string{0: "Thing d/a: no way back", 9: "object not decodable revision=9: Thing d/a: no way back"} {
		got, err := d.Admit(t.Context(), crdschema.Request{Object: obj, Revision: revision})
		require.NoError(t, err)
		require.NotNil(t, got.Status())
		assert.Equal(t, want, got.Status().Message)
	}
}

// An object that has a list without finalizers is finalized, as one that has no list.
func TestFinalizedWithEmptyList(t *testing.T) {
	old := typed(map[string]any{"metadata": map[string]any{"name": "a", "deletionTimestamp": "2026-01-01T00:00:00Z"}})
	for _, c := range []struct {
		finalizers any
		want       bool
	}{{nil, true}, {[]any{}, true}, {[]any{"example.com/a"}, false}} {
		obj := typed(map[string]any{"metadata": map[string]any{"name": "a", "finalizers": c.finalizers}})
		assert.Equal(t, c.want, registry.Finalized(obj, old), c.finalizers)
	}
}

// FuzzDelete deletes objects with options of any text and media type.
func FuzzDelete(f *testing.F) {
	for _, text := range []string{
		"", " ", "null", "[]", `{"kind":"DeleteOptions","apiVersion":"v1"}`, `{"gracePeriodSeconds":1e400}`, `{"dryRun":[null,"All"],"dryRun":["x"]}`,
		`{"preconditions":{"uid":"v","resourceVersion":null},"Preconditions":1}`, `{"propagationPolicy":"Orphan","orphanDependents":false}`,
		`{"kind":"Status","apiVersion":"x/"}`, "propagationPolicy: &a Foreground\nx: *a", `{"ignoreStoreReadErrorWithClusterBreakingPotential":true}`, "{\"\xff\":\"\\ud800\"}",
		`{"propagationPolicy":"` + strings.Repeat("[", 20_000),
	} {
		f.Add([]byte(text), "", true)
		f.Add([]byte(text), "application/yaml", false)
	}
	definition := cronTabDefinition(f)
	stored := typed(map[string]any{"metadata": map[string]any{"name": "a", "uid": "u", "resourceVersion": "1", "generation": int64(1)}})
	f.Fuzz(func(t *testing.T, text []byte, contentType string, kept bool) {
		old := structural.Clone(stored)
		if kept {
			old["metadata"].(map[string]any)["finalizers"] = []any{"example.com/a", "orphan"}
		}
		req := crdschema.DeleteRequest{Body: text, ContentType: contentType, Old: old, Now: time.Unix(1, 0)}
		got, err := definition.Delete(t.Context(), req)
		require.NoError(t, err, "every body has a verdict")
		again, err := definition.Delete(t.Context(), req)
		require.NoError(t, err)
		require.Equal(t, got, again)
		require.NotEqual(t, got.Accepted(), got.Status() != nil)
		require.Equal(t, got.Accepted() && !got.Gone, got.Stored != nil)
	})
}
