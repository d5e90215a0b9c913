package crdschema_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

const things = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  conversion: {strategy: None}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          old: {type: string}
          holes: {type: object, properties: {in: {type: object, default: {keep: k, drop: null}, properties: {keep: {type: string}, drop: {x-kubernetes-preserve-unknown-fields: true}}}}}
          status: {type: object, default: {phase: one}, properties: {phase: {type: string}}}
  - name: v2
    served: true
    storage: false
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          old: {type: string}
          new: {type: string}
          status: {type: object, properties: {phase: {type: string}, more: {type: string}}}
`

// renameThings moves the field old to new and back. It fails for the values not-v1
// and not-v2.
func renameThings(_ context.Context, obj map[string]any, to string) (map[string]any, error) {
	version := path.Base(to)
	from, field := map[string]string{"v1": "new", "v2": "old"}[version], map[string]string{"v1": "old", "v2": "new"}[version]
	if obj[from] == "not-"+version {
		return nil, errors.New("not at " + version)
	}
	out := maps.Clone(obj)
	delete(out, from)
	if v, found := obj[from]; found {
		out[field] = v
	}
	return out, nil
}

// TestPersist compares what is validated, stored and answered.
func TestPersist(t *testing.T) {
	keys := []string{"converts", "unconvertible", "operation", "object", "old", "validated", "stored", "answer", "refused", "accepted"}
	cases.Run(t, "testdata/persist.yaml", keys, func(t *testing.T, c cases.Case) {
		crd := mustDecode(things).Object
		var options []crdschema.Option
		if c.Has("converts") || c.Has("unconvertible") {
			crd["spec"].(map[string]any)["conversion"] = map[string]any{"strategy": "Webhook"}
		}
		if c.Has("converts") {
			options = append(options, crdschema.WithConverter(conversion.Func(renameThings)))
		}
		d, err := crdschema.Compile(t.Context(), crd, options...)
		require.NoError(t, err)
		req := crdschema.Request{Object: c.Object(t, "object"), Namespace: "d"}
		if old := c.Object(t, "old"); old != nil {
			req.Old = placed(old)
			req.Operation = map[string]crdschema.Operation{"update": crdschema.Update, "status": crdschema.UpdateStatus}[c.Text(t, "operation")]
		}
		before := structural.Clone[any]([]any{req.Object, req.Old})
		got, err := d.Admit(t.Context(), req)
		require.NoError(t, err)
		assert.Equal(t, before, any([]any{req.Object, req.Old}), "the request was written to")
		assert.Equal(t, !c.Has("refused") && !c.Has("accepted"), got.Accepted(), got.Errors)
		if refused := c.Object(t, "refused"); refused != nil {
			require.NotNil(t, got.Status())
			assert.Equal(t, refused, map[string]any{"code": int64(got.Status().Code), "reason": got.Status().Reason, "message": got.Status().Message})
		}
		assert.Equal(t, c.Object(t, "validated"), got.Validated, "validated")
		assert.Equal(t, c.Object(t, "stored"), got.Stored, "stored")
		assert.Equal(t, c.Object(t, "answer"), got.Object, "answer")
	})
}

// A field that the storage version does not specify is validated and lost. The default
// of a status, which a request cannot set, is set when the object is read.
func ExampleResult() {
	definition, err := crdschema.Compile(context.Background(), mustDecode(things).Object)
	if err != nil {
		panic(err)
	}
	body := mustDecode(`{apiVersion: example.com/v2, kind: Thing, metadata: {name: a, namespace: d}, old: x, new: z}`)
	result, _ := definition.Admit(context.Background(), crdschema.Request{Object: body.Object})
	for _, object := range []map[string]any{result.Validated, result.Stored, result.Object} {
		fmt.Println(object["apiVersion"], object["old"], object["new"], object["status"])
	}
	// Output:
	// example.com/v2 x z <nil>
	// example.com/v1 x <nil> <nil>
	// example.com/v2 x <nil> map[phase:one]
}

// A conversion that fails is an error inside of the server.
func ExampleResult_conversion() {
	crd := mustDecode(things).Object
	crd["spec"].(map[string]any)["conversion"] = map[string]any{"strategy": "Webhook"}
	definition, _ := crdschema.Compile(context.Background(), crd, crdschema.WithConverter(conversion.Func(renameThings)))
	body := mustDecode(`{apiVersion: example.com/v2, kind: Thing, metadata: {name: a, namespace: d}, new: not-v1}`)
	result, err := definition.Admit(context.Background(), crdschema.Request{Object: body.Object})
	fmt.Println(result.Status().Code, result.Status(), result.Stored, err)
	// Output: 500 Thing d/a: not at v1 map[] <nil>
}

// An object that is known not to change on the way to storage and back is not
// decoded again. The result is the same.
func TestPersistSkipsNothingThatChanges(t *testing.T) {
	unchanged, changed := 0, 0
	for seed := range uint64(3000) {
		d, req := persistRequest(seed)
		if d == nil {
			continue
		}
		got, err := d.Admit(t.Context(), req)
		if err != nil || !got.Accepted() {
			continue
		}
		version := path.Base(got.Validated["apiVersion"].(string))
		stored, err := d.Store(t.Context(), got.Validated)
		require.NoError(t, err)
		assert.Equal(t, stored, got.Stored, "seed %d", seed)
		answer, err := d.Read(t.Context(), stored, version)
		require.NoError(t, err)
		if req.Operation != crdschema.Create {
			answer["metadata"] = maps.Clone(answer["metadata"].(map[string]any))
			answer["metadata"].(map[string]any)["resourceVersion"] = "1"
		}
		require.Equal(t, answer, got.Object, "seed %d", seed)
		if structural.Equal(got.Validated, got.Object) {
			unchanged++
		} else {
			changed++
		}
	}
	assert.Greater(t, unchanged, 100)
	assert.Greater(t, changed, 100)
}

// An object that is read at its stored version is not coerced again. Decoding it as a request finds
// nothing left to drop.
func TestReadLeavesNothingToCoerce(t *testing.T) {
	read := 0
	for seed := range uint64(4000) {
		g := generate.New(seed, generate.WithUnprunedDefaults())
		schema := g.Schema(generate.Valid)
		d, err := crdschema.Compile(t.Context(), generate.CRD(schema))
		if err != nil {
			continue
		}
		stored := maps.Clone(g.Object(schema, generate.Flavor(seed%3)))
		stored["apiVersion"], stored["kind"] = "example.com/v1", d.Names().Kind
		if stored["metadata"] = g.Metadata(generate.Flavor(seed % 3)); seed%5 == 0 {
			stored["metadata"] = g.JSON()
		}
		got, err := d.Read(t.Context(), stored, "v1")
		if err != nil {
			continue
		}
		again, err := d.Decode(t.Context(), got)
		require.NoError(t, err, "seed %d", seed)
		assert.Empty(t, again.Unknown, "seed %d", seed)
		require.Equal(t, got, again.Object, "seed %d", seed)
		read++
	}
	assert.Greater(t, read, 1000)
}

// persistRequest returns a request for a generated definition of two versions, or nil
// if it cannot be served.
func persistRequest(seed uint64) (*crdschema.Definition, crdschema.Request) {
	g := generate.New(seed, generate.WithStatusCompatible(), generate.WithUnprunedDefaults())
	schemas := []map[string]any{g.Schema(generate.Valid), g.Schema(generate.Valid)}
	if seed%4 == 0 {
		schemas[1] = schemas[0]
	}
	options := []generate.DefinitionOption{generate.WithVersion("v2", schemas[1])}
	if seed%3 > 0 {
		options = append(options, generate.WithStatus())
		for i := range schemas {
			schemas[i] = withDefaultStatus(schemas[i], seed>>i)
		}
	}
	d, err := crdschema.Compile(context.Background(), generate.CRD(schemas[0], options...))
	if err != nil {
		return nil, crdschema.Request{}
	}
	object := func(seed uint64) map[string]any {
		i := seed / 2 % 2
		out := maps.Clone(generate.New(seed).Object(schemas[i], generate.Valid))
		out["apiVersion"] = []string{"example.com/v1", "example.com/v2"}[i]
		out["metadata"] = map[string]any{"name": "a", "namespace": "d"}
		return out
	}
	req := crdschema.Request{Object: object(seed), Operation: crdschema.Operation(seed % 5 % 3)}
	if req.Operation != crdschema.Create {
		req.Old = object(seed / 3)
		for _, obj := range []map[string]any{req.Object, req.Old} {
			obj["metadata"].(map[string]any)["resourceVersion"] = "1"
		}
	}
	return d, req
}

// withDefaultStatus returns schema with a status, half of them with a default.
func withDefaultStatus(schema map[string]any, seed uint64) map[string]any {
	out := structural.Clone(schema)
	properties, _ := out["properties"].(map[string]any)
	if properties == nil {
		return out
	}
	status := map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string", "default": "b"}}}
	if seed%2 == 0 {
		status["default"] = map[string]any{}
	}
	properties["status"] = status
	return out
}

// A store must not write an update that changes nothing. Door 7.
func TestUnchanged(t *testing.T) {
	definition := mustCompile()
	stored := mustDecode(`{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "a", "namespace": "b", "resourceVersion": "3", "generation": 1},
		"spec": {"cronSpec": "* * * * */5", "image": "x", "replicas": 1}}`).Object
	for patch, want := range map[string]bool{`{}`: true, `{"spec": {"replicas": 1}}`: true, `{"spec": {"replicas": 2}}`: false, `{"metadata": {"labels": {"a": "b"}}}`: false} {
		for _, revision := range []uint64{0, 7} {
			got, err := definition.Admit(t.Context(), crdschema.Request{
				Operation: crdschema.Patch, ContentType: "application/merge-patch+json", Body: []byte(patch), Old: stored, Revision: revision,
			})
			require.NoError(t, err)
			require.True(t, got.Accepted(), got.Errors)
			assert.Equal(t, want, got.Unchanged, patch)
		}
	}
	got, err := definition.Admit(t.Context(), crdschema.Request{Object: mustDecode(`{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "a"}}`).Object})
	require.NoError(t, err)
	assert.False(t, got.Unchanged)
}
