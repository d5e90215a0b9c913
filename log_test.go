package crdschema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
)

// bareTime removes the time from the records of a log.
var bareTime = &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}}

func admitted(t *testing.T, text string, old ...string) crdschema.Result {
	req := crdschema.Request{Object: mustDecode(text).Object, Namespace: "default"}
	if len(old) > 0 {
		req.Old, req.Operation = mustDecode(old[0]).Object, crdschema.Update
	}
	result, err := mustCompile().Admit(t.Context(), req)
	require.NoError(t, err)
	return result
}

const invalidCronTab = `
apiVersion: stable.example.com/v1
kind: CronTab
metadata: {name: a, labels: {app: web}, odd: 1}
spec: {image: 1.5, replicas: many, "un/known": 1}
`

func TestResultJSON(t *testing.T) {
	result := admitted(t, invalidCronTab)
	const object = `{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{%s"labels":{"app":"web"},"name":"a"%s},"spec":{"image":1.5,"replicas":"many"}}`
	want := `{"decoded":` + fmt.Sprintf(object, "", "") + `,"validated":` + fmt.Sprintf(object, `"generation":1,`, `,"namespace":"default"`) +
		`,"dropped":["metadata.odd","spec.un/known"],"errors":[` +
		`{"path":"spec.image","pointer":"/spec/image","kind":"FieldValueTypeInvalid","code":"type","value":"number",` +
		`"detail":"spec.image in body must be of type string: \"number\"",` +
		`"message":"spec.image: Invalid value: \"number\": spec.image in body must be of type string: \"number\""},` +
		`{"path":"spec.replicas","pointer":"/spec/replicas","kind":"FieldValueTypeInvalid","code":"type","value":"string",` +
		`"detail":"spec.replicas in body must be of type integer: \"string\"",` +
		`"message":"spec.replicas: Invalid value: \"string\": spec.replicas in body must be of type integer: \"string\""}],` +
		`"warnings":["unknown field \"metadata.odd\"","unknown field \"spec.un/known\""],"status":` + jsonOf(t, result.Status()) + `}`
	for _, v := range []any{result, &result} {
		text, err := json.Marshal(v)
		require.NoError(t, err)
		assert.Equal(t, want, string(text))
	}
	text, err := json.Marshal(crdschema.Result{})
	require.NoError(t, err)
	assert.Equal(t, `{}`, string(text))
}

func TestCRDResultJSON(t *testing.T) {
	crd := mustDecode(cronTabs).Object
	crd["metadata"] = map[string]any{"name": "other", "odd": 1}
	result, err := crdschema.ValidateCRD(t.Context(), crd, nil)
	require.NoError(t, err)
	text, err := json.Marshal(result)
	require.NoError(t, err)
	assert.Equal(t, `{"dropped":["metadata.odd"],"warnings":["unknown field \"metadata.odd\""],"errors":[`+
		`{"path":"metadata.name","pointer":"/metadata/name","kind":"FieldValueInvalid","code":"crd-name","value":"other",`+
		`"detail":"must be spec.names.plural+\".\"+spec.group","message":"metadata.name: Invalid value: \"other\": must be spec.names.plural+\".\"+spec.group"}],"status":`+jsonOf(t, result.Status())+`}`, string(text))
	assert.Equal(t, `level=INFO msg=m r.accepted=false r.errors="metadata.name: Invalid value: \"other\": must be spec.names.plural+\".\"+spec.group" `+
		`r.dropped=metadata.odd r.warnings="unknown field \"metadata.odd\""`+"\n", logged(result))
}

func jsonOf(t *testing.T, v any) string {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// logged returns v as a record of a text log.
func logged(v any) string {
	var b bytes.Buffer
	slog.New(slog.NewTextHandler(&b, bareTime)).Info("m", "r", v)
	return b.String()
}

func TestResultInLogs(t *testing.T) {
	result := admitted(t, invalidCronTab)
	const want = `level=INFO msg=m r.accepted=false r.errors="spec.image: Invalid value: \"number\": spec.image in body must be of type string: \"number\"; ` +
		`spec.replicas: Invalid value: \"string\": spec.replicas in body must be of type integer: \"string\"" ` +
		`r.dropped="metadata.odd; spec.un/known" r.warnings="unknown field \"metadata.odd\"; unknown field \"spec.un/known\""` + "\n"
	assert.Equal(t, want, logged(result))
	assert.Equal(t, want, logged(&result))
	assert.Equal(t, "level=INFO msg=m r.accepted=false r.status.code=404 r.status.reason=NotFound r.status.message=\"the server could not find the requested resource\"\n",
		logged(admitted(t, `{apiVersion: stable.example.com/v7, kind: CronTab, metadata: {name: a}}`)))
	assert.Equal(t, "level=INFO msg=m r.accepted=true r.defaulted=spec.replicas\n", logged(admitted(t, `{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a}, spec: {}}`)))
	assert.Equal(t, "level=INFO msg=m r=<nil>\n", logged((*crdschema.Status)(nil)))

	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, bareTime)).Info("m", "r", result)
	assert.Contains(t, b.String(), `{"level":"INFO","msg":"m","r":{"accepted":false,"errors":[{"path":"spec.image","pointer":"/spec/image","kind":"FieldValueTypeInvalid",`)
	assert.Contains(t, b.String(), `"dropped":["metadata.odd","spec.un/known"],"warnings":[`)
}

// An object of the greatest depth and a long list of errors.
func TestHostileResultsMarshal(t *testing.T) {
	var lines strings.Builder
	lines.WriteString(`{"apiVersion":"stable.example.com/v1","kind":"CronTab","metadata":{"name":"a"},"spec":{`)
	for i := range 1000 {
		fmt.Fprintf(&lines, `"f%d":1,`, i)
	}
	lines.WriteString(`"replicas":` + strings.Repeat("[", 9_990) + strings.Repeat("]", 9_990) + `}}`)
	result, err := mustCompile().Admit(t.Context(), crdschema.Request{Body: []byte(lines.String()), Namespace: "default"})
	require.NoError(t, err)
	require.Len(t, result.Errors, 1)
	_, err = json.Marshal(result)
	require.NoError(t, err)
	assert.Less(t, len(logged(result)), 3_000)
	assert.Contains(t, logged(result), "; 984 more")
}

func TestRequestsAreWords(t *testing.T) {
	for _, op := range []crdschema.Operation{crdschema.Create, crdschema.Update, crdschema.UpdateStatus} {
		text, err := op.MarshalText()
		require.NoError(t, err)
		again := crdschema.Operation(7)
		require.NoError(t, again.UnmarshalText(text))
		assert.Equal(t, op, again)
	}
	for _, mode := range []crdschema.FieldValidation{crdschema.Warn, crdschema.Ignore, crdschema.Strict} {
		text, err := mode.MarshalText()
		require.NoError(t, err)
		again := crdschema.FieldValidation(7)
		require.NoError(t, again.UnmarshalText(text))
		assert.Equal(t, mode, again)
	}
	_, err := mustCompile().Admit(t.Context(), crdschema.Request{Operation: 7, FieldValidation: crdschema.Strict})
	require.EqualError(t, err, "no such request: Operation(7), field validation Strict")
}
