package crdschema_test

import (
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

func scaledDefinition(t testing.TB) *crdschema.Definition {
	text, err := os.ReadFile("testdata/scaled.yaml")
	require.NoError(t, err)
	return crdschema.MustCompileYAML(string(text))
}

// completed returns fields with those of others that they do not have.
func completed(fields, others map[string]any) map[string]any {
	if fields == nil {
		return nil
	}
	out := maps.Clone(others)
	maps.Copy(out, fields)
	return out
}

func worker(fields map[string]any) map[string]any {
	return completed(fields, map[string]any{
		"apiVersion": "stable.example.com/v1", "kind": "Worker", "metadata": map[string]any{"name": "a", "namespace": "d"}})
}

func scale(fields map[string]any) map[string]any {
	return completed(fields, map[string]any{
		"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": map[string]any{"name": "a", "namespace": "d"}})
}

// rejection returns a Status as the cases list it.
func rejection(s *crdschema.Status) map[string]any {
	if s == nil {
		return nil
	}
	out := map[string]any{"code": int64(s.Code), "message": s.Message}
	if s.Reason != "" {
		out["reason"] = s.Reason
	}
	return out
}

func TestScale(t *testing.T) {
	definition := scaledDefinition(t)
	cases.Run(t, "testdata/scales.yaml", []string{"version", "object", "scale", "refused"}, func(t *testing.T, c cases.Case) {
		v := definition.StorageVersion()
		if name := c.Text(t, "version"); name != "" {
			v, _ = definition.Version(name)
		}
		obj := worker(c.Object(t, "object"))
		before := structural.Clone(obj)
		got, rejected := registry.Scale(v, obj)
		assert.Equal(t, before, obj, "the object was written to")
		assert.Equal(t, scale(c.Object(t, "scale")), got)
		assert.Equal(t, c.Object(t, "refused"), rejection(rejected))
	})
}

func TestUpdateScale(t *testing.T) {
	definition := scaledDefinition(t)
	keys := []string{"request", "body", "contentType", "object", "old", "want", "stored", "dropped", "warnings", "errors", "refused"}
	cases.Run(t, "testdata/scale-updates.yaml", keys, func(t *testing.T, c cases.Case) {
		req := requestOf(t, c)
		req.Object, req.Old = c.Object(t, "object"), worker(c.Object(t, "old"))
		if req.Operation != crdschema.UpdateStatus {
			req.Operation = crdschema.UpdateScale
		}
		if c.Has("body") {
			req.Body, req.ContentType = []byte(c.Text(t, "body")), c.Text(t, "contentType")
		}
		before := structural.Clone(map[string]any{"object": req.Object, "old": req.Old})
		got, err := definition.Admit(t.Context(), req)
		require.NoError(t, err)
		assert.Equal(t, before, map[string]any{"object": req.Object, "old": req.Old}, "the request was written to")
		assert.Equal(t, c.Object(t, "refused"), rejection(early(got.Status(), got.Errors)))
		assert.Equal(t, c.Texts(t, "errors"), got.Errors.Texts())
		assert.Equal(t, c.Texts(t, "dropped"), dotted(got.Dropped))
		assert.Equal(t, list(c.Texts(t, "warnings")), list(got.Warnings))
		assert.Equal(t, scale(c.Object(t, "want")), got.Object)
		assert.Equal(t, worker(c.Object(t, "stored")), got.Stored)
	})
}

// Without a resource version of either, the result has none.
func TestScaleWithoutVersion(t *testing.T) {
	req := crdschema.Request{Operation: crdschema.UpdateScale, Object: map[string]any{"metadata": map[string]any{"name": "a"}}, Old: worker(map[string]any{})}
	got, err := scaledDefinition(t).Admit(t.Context(), req)
	require.NoError(t, err)
	for _, obj := range []map[string]any{got.Validated, got.Stored, got.Object} {
		assert.NotContains(t, obj["metadata"], "resourceVersion")
	}
}

// A crd has no scale.
func TestNoScaleOfDefinitions(t *testing.T) {
	crd := mustDecode(cronTabs).Object
	_, err := crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{CRD: crd, Old: crd, Operation: crdschema.UpdateScale})
	assert.EqualError(t, err, "no such request: UpdateScale, field validation Warn")
}

// A path of the crd cannot nest an object deeper than any other.
func TestScaleOfLongPaths(t *testing.T) {
	for steps, code := range map[int]int{9_999: 0, 10_000: 500} {
		crd := mustDecode(cronTabs).Object
		version := crd["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
		version["subresources"] = map[string]any{"scale": map[string]any{
			"specReplicasPath": ".spec" + strings.Repeat(".a", steps), "statusReplicasPath": ".status.replicas"}}
		definition, err := crdschema.Compile(t.Context(), crd)
		require.NoError(t, err)
		body := map[string]any{"metadata": map[string]any{"name": "a"}, "spec": map[string]any{"replicas": int64(1)}}
		old := map[string]any{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": map[string]any{"name": "a", "namespace": "d"}}
		got, err := definition.Admit(t.Context(), crdschema.Request{Operation: crdschema.UpdateScale, Object: body, Old: old})
		require.NoError(t, err)
		assert.Equal(t, code == 0, got.Status() == nil, steps)
		if code != 0 {
			assert.Equal(t, code, got.Status().Code)
		}
	}
}

// A field that the schema does not specify is stored, but not read.
func TestScaleOfDroppedField(t *testing.T) {
	definition := crdschema.MustCompileYAML(strings.Replace(workers, "properties: {replicas: {type: integer, maximum: 10}}", "properties: {}", 1))
	old := worker(map[string]any{"spec": map[string]any{}})
	body := scale(map[string]any{"spec": map[string]any{"replicas": int64(3)}})
	got, err := definition.Admit(t.Context(), crdschema.Request{Operation: crdschema.UpdateScale, Object: body, Old: old})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"replicas": int64(3)}, got.Stored["spec"])
	assert.Equal(t, map[string]any{}, got.Object["spec"])
}

// A Scale of the written object that cannot be read is a bad request: the spec that the request
// made got a default that is not a label selector.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, ScaleREST.Update.
func TestScaleOfUnreadableDefault(t *testing.T) {
	crd := strings.NewReplacer("labelSelectorPath: .status.selector", "labelSelectorPath: .spec.selector",
		"replicas: {type: integer, maximum: 10}", "replicas: {type: integer}, selector: {type: integer, default: 5}").Replace(workers)
	body := scale(map[string]any{"spec": map[string]any{"replicas": int64(3)}})
	got, err := crdschema.MustCompileYAML(crd).Admit(t.Context(), crdschema.Request{Operation: crdschema.UpdateScale, Object: body, Old: worker(map[string]any{})})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"code": int64(400), "reason": "BadRequest", "message": ".spec.selector accessor error: 5 is of the type int64, expected string"}, rejection(got.Status()))
	assert.Nil(t, got.Stored)
}
