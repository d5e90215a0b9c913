package crdschema_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural"
)

// fussyAboutFloats is a crd whose objects the server refuses for a whole float64.
const fussyAboutFloats = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: foos, singular: foo, kind: Foo, listKind: FooList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}, scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}}
    additionalPrinterColumns: [{name: size, type: integer, jsonPath: .spec.size, priority: 1}]
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            maxProperties: 9
            x-kubernetes-validations:
            - rule: "!has(self.size) || self.size > 0"
            - rule: "!has(self.port) || type(self.port) == int"
            properties:
              size: {type: integer}
              id: {type: integer}
              ratio: {type: number}
              port: {x-kubernetes-int-or-string: true}
              replicas: {type: integer}
          status: {type: object, properties: {replicas: {type: integer}}}
`

// unmarshal returns a YAML text as json.Unmarshal decodes it.
func unmarshal(t *testing.T, text string) map[string]any {
	t.Helper()
	encoded, err := json.Marshal(mustDecode(text).Object)
	require.NoError(t, err)
	var obj map[string]any
	require.NoError(t, json.Unmarshal(encoded, &obj))
	return obj
}

// withRemarks returns the codes of errors, those with the remark marked.
func withRemarks(t *testing.T, errs structural.Errors) []string {
	t.Helper()
	var out []string
	for _, e := range errs {
		code := string(e.Code)
		if e.Remark != "" {
			assert.Equal(t, jsontext.IntegralRemark, e.Remark)
			code += " (remark)"
		}
		assert.NotContains(t, e.Error(), "json.Unmarshal")
		out = append(out, code)
	}
	return out
}

// TestRemarks checks that an error from a whole float64 has the remark, that others
// have none, and that IntegersFromFloats is the remedy that the remark promises.
func TestRemarks(t *testing.T) {
	definition := crdschema.MustCompileYAML(fussyAboutFloats)
	for name, tt := range map[string]struct {
		spec   string
		errors []string // with floats
		fixed  []string // with integers
	}{
		"rule":            {"size: 1", []string{"rule-evaluation (remark)"}, nil},
		"int or string":   {"port: 80", []string{"rule-evaluation (remark)"}, nil},
		"scale":           {"replicas: 3", []string{"scale-type (remark)"}, nil},
		"beyond 53 bits":  {"id: 9007199254740993", []string{"type (remark)", "rules-not-checked"}, nil},
		"beyond 64 bits":  {"id: 9223372036854775807", []string{"type", "number-range", "rules-not-checked"}, []string{"type", "number-range", "rules-not-checked"}},
		"fraction":        {"replicas: 1.5", []string{"type", "number-range", "scale-type", "rules-not-checked"}, []string{"type", "number-range", "scale-type", "rules-not-checked"}},
		"another type":    {"{size: x, replicas: x}", []string{"type", "type", "scale-type", "rules-not-checked"}, []string{"type", "type", "scale-type", "rules-not-checked"}},
		"number":          {"ratio: 1", nil, nil},
		"another mistake": {"size: -1", []string{"rule-evaluation (remark)"}, []string{"rule-failed"}},
	} {
		t.Run(name, func(t *testing.T) {
			obj := unmarshal(t, "{apiVersion: example.com/v1, kind: Foo, metadata: {name: a, namespace: b}}")
			obj["spec"] = unmarshal(t, tt.spec)
			result, err := definition.Admit(context.Background(), crdschema.Request{Object: obj})
			require.NoError(t, err)
			assert.ElementsMatch(t, tt.errors, withRemarks(t, result.Errors), "%v", result.Errors)

			obj, err = structural.IntegersFromFloats(obj)
			require.NoError(t, err)
			result, err = definition.Admit(context.Background(), crdschema.Request{Object: obj})
			require.NoError(t, err)
			assert.ElementsMatch(t, tt.fixed, withRemarks(t, result.Errors), "%v", result.Errors)
		})
	}
}

// A status that is updated is checked in the same way.
func TestRemarkOnStatus(t *testing.T) {
	definition := crdschema.MustCompileYAML(fussyAboutFloats)
	old := mustDecode("{apiVersion: example.com/v1, kind: Foo, metadata: {name: a, namespace: b, resourceVersion: '1'}}").Object
	obj := structural.Clone(old)
	obj["status"] = map[string]any{"replicas": 1.0}
	result, err := definition.Admit(context.Background(), crdschema.Request{Object: obj, Old: old, Operation: crdschema.UpdateStatus})
	require.NoError(t, err)
	assert.Equal(t, []string{"scale-type (remark)"}, withRemarks(t, result.Errors))
	rejection := result.Status()
	assert.Equal(t, rejection.Message+"\n"+jsontext.IntegralRemark, rejection.Error())
	assert.NotContains(t, rejection.Object()["message"], jsontext.IntegralRemark)
}

// TestRemarkOnText checks that a text with 1.0, which is a float64 for the server,
// gets the remark, too.
func TestRemarkOnText(t *testing.T) {
	definition := crdschema.MustCompileYAML(fussyAboutFloats)
	body := []byte(`{"apiVersion": "example.com/v1", "kind": "Foo", "metadata": {"name": "a", "namespace": "b"}, "spec": {"replicas": 1.0}}`)
	result, err := definition.Admit(context.Background(), crdschema.Request{Body: body})
	require.NoError(t, err)
	assert.Equal(t, []string{"scale-type (remark)"}, withRemarks(t, result.Errors))
}

// TestRemarksOnDefinitions checks the remarks of crds that json.Unmarshal has decoded.
func TestRemarksOnDefinitions(t *testing.T) {
	ctx, crd := context.Background(), unmarshal(t, fussyAboutFloats)
	_, err := crdschema.Compile(ctx, crd)
	assert.Equal(t, []string{"keyword-type (remark)"}, withRemarks(t, structural.ErrorsOf(err)), "%v", err)
	assert.Equal(t, 1, strings.Count(err.Error(), jsontext.IntegralRemark), "the text of a Go error ends with the remark")

	answer, err := crdschema.ValidateCRD(ctx, crd, nil)
	require.NoError(t, err)
	require.NotNil(t, answer.Status())
	assert.Equal(t, jsontext.IntegralRemark, answer.Status().Remark)
	assert.NotContains(t, answer.Status().Message, jsontext.IntegralRemark)

	fixed, err := structural.IntegersFromFloats(crd)
	require.NoError(t, err)
	_, err = crdschema.Compile(ctx, fixed)
	assert.NoError(t, err)
	answer, err = crdschema.ValidateCRD(ctx, fixed, nil)
	require.NoError(t, err)
	assert.True(t, answer.Accepted(), "%v", answer)
}

// TestNoRemarkOnDefinitions checks that other errors of the same fields have none.
func TestNoRemarkOnDefinitions(t *testing.T) {
	for _, bad := range []any{1.5, "1", true, math.MaxFloat64, []any{1.0}} {
		crd := mustDecode(fussyAboutFloats).Object
		version := crd["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
		version["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)["maxLength"] = bad
		_, err := crdschema.Compile(context.Background(), crd)
		assert.Equal(t, []string{"keyword-type"}, withRemarks(t, structural.ErrorsOf(err)), "%v", bad)
		answer, err := crdschema.ValidateCRD(context.Background(), crd, nil)
		require.NoError(t, err)
		assert.Empty(t, answer.Status().Remark)
	}
}

// The remark is in the JSON of an error, not in that of a status, which is the server's,
// and in the logs of both.
func TestRemarksAreWritten(t *testing.T) {
	answer, err := crdschema.ValidateCRD(context.Background(), unmarshal(t, fussyAboutFloats), nil)
	require.NoError(t, err)
	_, err = crdschema.Compile(context.Background(), unmarshal(t, fussyAboutFloats))
	for _, v := range []any{answer.Status(), structural.ErrorsOf(err)[0]} {
		text, err := json.Marshal(v)
		require.NoError(t, err)
		assert.Equal(t, v != any(answer.Status()), strings.Contains(string(text), "IntegersFromFloats"))
		assert.Contains(t, v.(slog.LogValuer).LogValue().String(), "remark="+jsontext.IntegralRemark)
	}
}
