package crdschema_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// textOf returns a Status as JSON text, after checking that its object is the same.
func textOf(t *testing.T, s *crdschema.Status) string {
	t.Helper()
	require.NotNil(t, s)
	text, err := json.Marshal(s)
	require.NoError(t, err)
	doc, err := document.DecodeJSON(context.Background(), text)
	require.NoError(t, err)
	assert.Equal(t, doc.Object, s.Object())
	value, err := json.Marshal(*s)
	require.NoError(t, err)
	assert.Equal(t, string(text), string(value))
	return string(text)
}

// The texts are those of a server.
func TestRejection(t *testing.T) {
	definition := mustCompile()
	stored := mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a, namespace: d, uid: u1, resourceVersion: "7"}, spec: {}}`).Object
	const head, tail = `{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"`, `}`
	const of = `,"details":{"name":"a","group":"stable.example.com","kind":"crontabs"}`
	for _, tt := range []struct {
		name, body, want string
		op               crdschema.Operation
	}{
		{"one error", `{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"a"},"spec":{"image":1}}`,
			`CronTab.stable.example.com \"a\" is invalid: spec.image: Invalid value: \"integer\": spec.image in body must be of type string: \"integer\"","reason":"Invalid",` +
				`"details":{"name":"a","group":"stable.example.com","kind":"CronTab","causes":[{"reason":"FieldValueTypeInvalid",` +
				`"message":"Invalid value: \"integer\": spec.image in body must be of type string: \"integer\"","field":"spec.image"}]},"code":422`, crdschema.Create},
		{"two errors and no name", `{"apiVersion":"stable.example.com/v1","kind":"CronTab","spec":{"image":1}}`,
			`CronTab.stable.example.com \"\" is invalid: [metadata.name: Required value: name or generateName is required, ` +
				`spec.image: Invalid value: \"integer\": spec.image in body must be of type string: \"integer\"]","reason":"Invalid",` +
				`"details":{"group":"stable.example.com","kind":"CronTab","causes":[` +
				`{"reason":"FieldValueRequired","message":"Required value: name or generateName is required","field":"metadata.name"},{"reason":"FieldValueTypeInvalid",` +
				`"message":"Invalid value: \"integer\": spec.image in body must be of type string: \"integer\"","field":"spec.image"}]},"code":422`, crdschema.Create},
		{"no resource version", `{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"a"}}`,
			`crontabs.stable.example.com \"a\" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update","reason":"Invalid",` +
				`"details":{"name":"a","group":"stable.example.com","kind":"crontabs","causes":[{"reason":"FieldValueInvalid","message":"Invalid value: 0: must be specified for an update","field":"metadata.resourceVersion"}]},"code":422`, crdschema.Update},
		{"another resource version", `{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"a","resourceVersion":"6"}}`,
			`Operation cannot be fulfilled on crontabs.stable.example.com \"a\": the object has been modified; please apply your changes to the latest version and try again",` +
				`"reason":"Conflict"` + of + `,"code":409`, crdschema.Update},
		{"a resource version that is no number", `{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"a","resourceVersion":"x"}}`,
			`strconv.ParseUint: parsing \"x\": invalid syntax","code":500`, crdschema.Update},
		{"no JSON", `x`, `the object provided is unrecognized (must be of type CronTab): couldn't get version/kind; json parse error: invalid character 'x' looking for beginning of value (78)",` +
			`"reason":"BadRequest","code":400`, crdschema.Create},
		{"too large", strings.Repeat(" ", 3<<20+1), `Request entity too large: limit is 3145728","reason":"RequestEntityTooLarge","code":413`, crdschema.Create},
	} {
		t.Run(tt.name, func(t *testing.T) {
			req := crdschema.Request{Body: []byte(tt.body), Operation: tt.op, Version: "v1", Namespace: "d"}
			if tt.op != crdschema.Create {
				req.Old = stored
			}
			result, err := definition.Admit(t.Context(), req)
			require.NoError(t, err)
			assert.Equal(t, head+tt.want+tail, textOf(t, result.Status()))
		})
	}
}

func TestRejectionOfDefinitions(t *testing.T) {
	crd := mustDecode(cronTabs).Object
	result, err := crdschema.ValidateCRD(t.Context(), crd, nil)
	require.NoError(t, err)
	assert.Nil(t, result.Status())
	crd["metadata"] = map[string]any{"generateName": "x"}
	result, err = crdschema.ValidateCRD(t.Context(), crd, nil)
	require.NoError(t, err)
	assert.Contains(t, textOf(t, result.Status()), `"message":"CustomResourceDefinition.apiextensions.k8s.io \"xxxxxx\" is invalid: [metadata.generateName: Invalid value: \"x\": must be spec.names.plural`)
	assert.Equal(t, "xxxxxx", result.Status().Details.Name)
	crd["metadata"] = map[string]any{"name": "crontabs.stable.example.com"}
	result, err = crdschema.ValidateCRD(t.Context(), crd, crd)
	require.NoError(t, err)
	assert.Equal(t, "customresourcedefinitions", result.Status().Details.Kind)
	crd["metadata"] = map[string]any{"name": "crontabs.stable.example.com", "resourceVersion": "8"}
	old := mustDecode(cronTabs).Object
	old["metadata"] = map[string]any{"name": "crontabs.stable.example.com", "resourceVersion": "7"}
	result, err = crdschema.ValidateCRD(t.Context(), crd, old)
	require.NoError(t, err)
	assert.Equal(t, &status.Details{Name: "crontabs.stable.example.com", Group: "apiextensions.k8s.io", Kind: "customresourcedefinitions"}, result.Status().Details)
}

// A Result that was not returned by this module, and one that is not rejected.
func TestRejectionOfOtherResults(t *testing.T) {
	assert.Nil(t, (&crdschema.Result{}).Status())
	assert.Nil(t, (&crdschema.CRDResult{}).Status())
	result := crdschema.Result{Verdict: crdschema.Verdict{Errors: structural.Errors{{Kind: field.Forbidden, Value: nil}}}}
	assert.Equal(t, `{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":" \"\" is invalid: \u003cnil\u003e: Forbidden","reason":"Invalid",`+
		`"details":{"causes":[{"reason":"FieldValueForbidden","message":"Forbidden","field":"\u003cnil\u003e"}]},"code":422}`, textOf(t, result.Status()))
	all := crdschema.Status{Code: 409, Details: &status.Details{UID: "u", RetryAfterSeconds: 2}}
	assert.Equal(t, `{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","details":{"uid":"u","retryAfterSeconds":2},"code":409}`, textOf(t, &all))
}

// errConverter is the error of a converter.
var errConverter = errors.New("no way")

func TestStatusOf(t *testing.T) {
	crd := mustDecode(things).Object
	crd["spec"].(map[string]any)["conversion"] = map[string]any{"strategy": "Webhook"}
	never := conversion.Func(func(context.Context, map[string]any, string) (map[string]any, error) { return nil, errConverter })
	definition, err := crdschema.Compile(t.Context(), crd, crdschema.WithConverter(never))
	require.NoError(t, err)
	stored := mustDecode(`{apiVersion: example.com/v1, kind: Thing, metadata: {name: a, namespace: d, resourceVersion: "5"}}`).Object

	_, err = definition.Read(t.Context(), stored, "v2")
	require.ErrorIs(t, err, errConverter)
	require.EqualError(t, err, "Thing d/a: no way")
	const why = `StorageError: corrupt object, Code: 7, Key: /example.com/things/d/a, ResourceVersion: 0, AdditionalErrorMsg: object not decodable revision=5: Thing d/a: no way`
	assert.Equal(t, `{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Internal error occurred: `+why+`","reason":"InternalError",`+
		`"details":{"causes":[{"message":"`+why+`"}]},"code":500}`, textOf(t, crdschema.StatusOf(fmt.Errorf("reading: %w", err))))

	_, err = definition.Read(t.Context(), stored, "v9")
	assert.Equal(t, 404, crdschema.StatusOf(err).Code)
	stored["apiVersion"] = "example.com/v2"
	_, err = definition.Store(t.Context(), stored)
	assert.Equal(t, `{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Thing d/a: no way","code":500}`, textOf(t, crdschema.StatusOf(err)))
	_, err = definition.Convert(t.Context(), stored, "v1")
	assert.Equal(t, 500, crdschema.StatusOf(err).Code)

	assert.Nil(t, crdschema.StatusOf(nil))
	_, err = definition.Read(t.Context(), nil, "v2")
	require.Error(t, err)
	assert.Nil(t, crdschema.StatusOf(err))
	done, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = definition.Read(done, stored, "v2")
	require.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, crdschema.StatusOf(err))
	unable, err := crdschema.Compile(t.Context(), crd)
	require.NoError(t, err)
	_, err = unable.Read(t.Context(), stored, "v1")
	require.Error(t, err)
	assert.Nil(t, crdschema.StatusOf(err))
}

// early returns the Status of a request that is rejected before validation, or nil.
func early(status *crdschema.Status, errs structural.Errors) *crdschema.Status {
	if len(errs) > 0 {
		return nil
	}
	return status
}
