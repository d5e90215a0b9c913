package crdschema_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/work/worktest"
)

func TestAdmitBodies(t *testing.T) {
	definition := cronTabDefinition(t)
	keys := []string{"request", "body", "contentType", "want", "dropped", "warnings", "errors", "refused"}
	cases.Run(t, "testdata/admit-bodies.yaml", keys, func(t *testing.T, c cases.Case) {
		req := requestOf(t, c)
		req.Object, req.Body, req.ContentType = nil, []byte(c.Text(t, "body")), c.Text(t, "contentType")
		got, err := definition.Admit(t.Context(), req)
		require.NoError(t, err)
		assert.Equal(t, c.Text(t, "body"), string(req.Body), "the body was written to")
		assert.Equal(t, c.Texts(t, "dropped"), dotted(got.Dropped))
		assert.Equal(t, list(c.Texts(t, "warnings")), list(got.Warnings))
		if want := c.Object(t, "refused"); want != nil {
			require.NotNil(t, got.Status())
			assert.False(t, got.Accepted())
			assert.Equal(t, want, map[string]any{"code": int64(got.Status().Code), "message": got.Status().Message})
			return
		}
		require.Nil(t, early(got.Status(), got.Errors))
		assert.Equal(t, c.Texts(t, "errors"), got.Errors.Texts())
		if got.Accepted() {
			assert.Equal(t, placed(typed(c.Object(t, "want"))), got.Object)
		}
	})
}

// What cannot be written in a table.
func TestAdmitOddBodies(t *testing.T) {
	definition := cronTabDefinition(t)
	const unrecognized = "the object provided is unrecognized (must be of type CronTab): "
	large := bytes.Repeat([]byte(" "), 3<<20+1)
	for name, c := range map[string]struct {
		req     crdschema.Request
		code    int
		reason  string
		message string
	}{
		"empty": {crdschema.Request{Body: []byte{}}, 400, "BadRequest",
			unrecognized + "couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)"},
		"invalid UTF-8": {crdschema.Request{Body: []byte("{\"a\xff\":\"\xff\xfe\"}")}, 400, "BadRequest",
			unrecognized + "Object 'Kind' is missing in '{\"a\ufffd\":\"\ufffd\ufffd\"}' ({\"a\ufffd\":\"\ufffd\ufffd\"})"},
		"UTF-16": {crdschema.Request{Body: []byte("\xff\xfe{\x00}\x00")}, 400, "BadRequest",
			unrecognized + "couldn't get version/kind; json parse error: invalid character 'ÿ' looking for beginning of value (fffe7b007d00)"},
		"UTF-16 in YAML": {crdschema.Request{Body: []byte("\xff\xfe{\x00}\x00"), ContentType: "application/yaml"}, 400, "BadRequest",
			unrecognized + "Object 'Kind' is missing in '\ufffd\ufffd{\x00}\x00' (fffe7b007d00)"},
		"too large":                      {crdschema.Request{Body: large}, 413, "RequestEntityTooLarge", "Request entity too large: limit is 3145728"},
		"just not too large":             {crdschema.Request{Body: large[1:]}, 400, "BadRequest", unrecognized + "couldn't get version/kind; json parse error: unexpected end of JSON input (" + strings.Repeat("20", 30) + " ...)"},
		"too large, and in another type": {crdschema.Request{Body: large, ContentType: "a/b"}, 415, "UnsupportedMediaType", "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf"},
		"too large for an update":        {crdschema.Request{Body: large, ContentType: "a/b", Operation: crdschema.Update}, 413, "RequestEntityTooLarge", "Request entity too large: limit is 3145728"},
		"nested too deeply": {crdschema.Request{Body: bytes.Repeat([]byte("["), 10_001)}, 400, "BadRequest",
			unrecognized + "couldn't get version/kind; json parse error: invalid character '[' exceeded max depth (" + strings.Repeat("5b", 30) + " ...)"},
	} {
		got, err := definition.Admit(t.Context(), c.req)
		require.NoError(t, err, name)
		assert.Equal(t, &crdschema.Status{Code: c.code, Reason: c.reason, Message: c.message}, got.Status(), name)
	}
}

func TestAdmitBodyAndObject(t *testing.T) {
	definition := cronTabDefinition(t)
	for _, req := range []crdschema.Request{
		{Body: []byte("{}"), Object: map[string]any{}},
		{Body: []byte{}, Duplicates: []string{`duplicate field "a"`}},
	} {
		_, err := definition.Admit(t.Context(), req)
		assert.EqualError(t, err, "a request with a Body cannot have a decoded one and its Duplicates too")
	}
}

// A body has the same result as the object that is decoded from it, if it is written
// with sorted names.
func TestBodiesAndObjectsAgree(t *testing.T) {
	for seed := range uint64(300) {
		g := generate.New(seed, generate.WithStatusCompatible())
		schema := g.Schema(generate.Valid)
		definition, err := crdschema.Compile(t.Context(), generate.CRD(schema))
		if err != nil {
			continue
		}
		text, err := json.Marshal(g.Mutate(g.Object(schema, generate.Nearly), int(seed%3)))
		require.NoError(t, err)
		doc, err := document.DecodeJSON(context.Background(), text)
		require.NoError(t, err)
		for _, validation := range []crdschema.FieldValidation{crdschema.Warn, crdschema.Ignore, crdschema.Strict} {
			want, err := definition.Admit(t.Context(), crdschema.Request{Object: doc.Object, Duplicates: doc.Duplicates, FieldValidation: validation})
			require.NoError(t, err)
			got, err := definition.Admit(t.Context(), crdschema.Request{Body: text, FieldValidation: validation})
			require.NoError(t, err)
			assert.Equal(t, want, got)
		}
	}
}

// No body takes quadratic time, or more than a multiple of its size of memory.
func TestHostileBodies(t *testing.T) {
	definition := cronTabDefinition(t)
	const half = 1 << 20
	for name, c := range map[string]struct{ text, contentType string }{
		"repeated fields deep inside":    {text: `{"kind":"CronTab","x":` + strings.Repeat(`{"a":1,"a":`, 9_000) + "1" + strings.Repeat("}", 9_001)},
		"repeated long fields":           {text: `{"kind":"CronTab","` + strings.Repeat("x", half) + `":{` + strings.Repeat(`"a":1,`, 1_000) + `"a":1}}`},
		"many variants of a field":       {text: "{" + strings.Repeat(`"KIND":"a",`, 100_000) + `"kind":"CronTab"}`},
		"many fields":                    {text: `{"kind":"CronTab"` + strings.Repeat(`,"a":{}`, half/8) + "}"},
		"brackets":                       {text: strings.Repeat("[", half)},
		"a long kind":                    {text: `{"kind":"` + strings.Repeat("é\xff", half/3) + `"}`},
		"no kind":                        {text: `{"a":"` + strings.Repeat("\xff", half) + `"}`},
		"YAML with aliases":              {text: "a: &a [0,0,0,0,0,0,0,0]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e]\ng: [*f,*f,*f,*f,*f,*f,*f,*f]", contentType: "application/yaml"},
		"YAML with long aliases":         {text: "a: &a " + strings.Repeat("x", half) + "\nb: [" + strings.Repeat("*a,", 10_000) + "]", contentType: "application/yaml"},
		"YAML with repeated long fields": {text: "? &a " + strings.Repeat("x", half) + "\n: 1\n" + strings.Repeat("*a : 1\n", 1_000), contentType: "application/yaml"},
	} {
		began := time.Now()
		var got crdschema.Result
		var err error
		bytes := worktest.Allocated(func() {
			got, err = definition.Admit(t.Context(), crdschema.Request{Body: []byte(c.text), ContentType: c.contentType, FieldValidation: crdschema.Strict})
		})
		require.NoError(t, err, name)
		require.NotNil(t, got.Status(), name)
		assert.Less(t, bytes, uint64(100<<20), name)
		assert.Less(t, time.Since(began), 10*time.Second, name)
	}
}
