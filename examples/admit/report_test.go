package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// invalid returns a verdict on an object that breaks one rule, and broke another
// before the update.
func invalid() verdict {
	var v verdict
	v.position = position{file: "bad.yaml", line: 3}
	v.object = map[string]any{"kind": "CronTab", "metadata": map[string]any{"name": "bad"}}
	v.result = crdschema.Result{
		Decoded: v.object,
		Object:  v.object,
		Verdict: crdschema.Verdict{Errors: structural.Errors{{
			Path: structural.Path{structural.Field("spec"), structural.Field("replicas")},
			Kind: field.Invalid, Value: int64(0), Detail: "should be greater than or equal to 1",
		}}},
		Ratcheted: structural.Errors{{Path: structural.Path{structural.Field("status")}, Kind: field.Required}},
	}
	return v
}

func TestInvalidAsText(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, newText(&out, &options{verbose: true}).verdict(invalid()))
	assert.Equal(t, `rejected    bad.yaml:3  CronTab bad
  request     create, field validation warn
  is invalid  * spec.replicas: Invalid value: 0: should be greater than or equal to 1
  tolerated   * status: Required value
  read as     kind: CronTab
              metadata:
                name: bad

`, out.String())
}

func TestInvalidAsJSON(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, newJSON(&out, &options{}).verdict(invalid()))
	assert.JSONEq(t, `{
		"verdict": "rejected", "file": "bad.yaml", "line": 3, "kind": "CronTab", "name": "bad",
		"errors": [{
			"field": "spec.replicas", "reason": "FieldValueInvalid",
			"text": "spec.replicas: Invalid value: 0: should be greater than or equal to 1"
		}],
		"tolerated": [{"field": "status", "reason": "FieldValueRequired", "text": "status: Required value"}]
	}`, out.String())
}

func TestYAMLSaysWhatJSONSays(t *testing.T) {
	var asYAML, asJSON bytes.Buffer
	assert.Equal(t, exitAccepted, run([]string{"-v", "-o", "yaml"}, nil, &asYAML, &asYAML))
	assert.Equal(t, exitAccepted, run([]string{"-v", "-o", "json"}, nil, &asJSON, &asJSON))
	documents, err := document.DecodeYAML(context.Background(), asYAML.Bytes())
	require.NoError(t, err)
	var records []map[string]any
	for line := range strings.Lines(asJSON.String()) {
		record, err := document.DecodeJSON(context.Background(), []byte(line))
		require.NoError(t, err)
		records = append(records, record.Object)
	}
	require.Len(t, documents, len(records))
	for i, document := range documents {
		assert.Equal(t, records[i], document.Object)
	}
}

func TestLongValue(t *testing.T) {
	long := strings.Repeat("ä", 100)
	v := invalid()
	v.object["spec"] = long
	v.result.Defaulted = []structural.Path{{structural.Field("spec")}, {structural.Field("metadata"), structural.Field("name")}}
	assert.Equal(t, []string{
		`spec           "` + long[:2*(maxValue-1)] + ` ...`,
		`metadata.name  "bad"`,
	}, text{o: &options{}}.defaults(&v))
	assert.Equal(t, `spec           "`+long+`"`, text{o: &options{verbose: true}}.defaults(&v)[0])
}

// TestValueAt checks that values are found below keys and indices, and that wrong
// paths find none.
func TestValueAt(t *testing.T) {
	v := map[string]any{"a": []any{map[string]any{"k": nil}}}
	for _, test := range []struct {
		path  structural.Path
		value any
		found bool
	}{
		{nil, v, true},
		{structural.Path{structural.Field("a"), structural.Index(0), structural.Key("k")}, nil, true},
		{structural.Path{structural.Field("a"), structural.Index(1)}, nil, false},
		{structural.Path{structural.Field("b")}, nil, false},
		{structural.Path{structural.Field("a"), structural.Index(0), structural.Key("k"), structural.Key("l")}, nil, false},
	} {
		value, found := valueAt(v, test.path)
		assert.Equal(t, test.value, value, test.path)
		assert.Equal(t, test.found, found, test.path)
	}
}
