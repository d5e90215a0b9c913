package crdtest_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdtest"
	"github.com/seed95800270/crdschema/crdtest/generate"
)

const scale = "apiVersion: autoscaling/v1\nkind: Scale\nspec: {replicas: 3}\n"

// A misspelled field is an error at its line.
func TestUnknownFields(t *testing.T) {
	d := crontabs(t)
	misspelled := crdtest.YAML(cronTab("\n  replica: 3"))
	answer := crdtest.Reject(t, d, misspelled, "BadRequest", `unknown field "spec.replica"`)[0]
	assert.Equal(t, "text:1:1: rejected\n\tserver: text:4:3: "+answer.Problems[0].Message+" (code BadRequest)", answer.String())
	accepted := crdtest.Accept(t, d, misspelled, crdtest.WithFieldValidation(crdschema.Warn))[0]
	assert.Equal(t, "text:1:1: accepted", accepted.String())
	twice := crdtest.Reject(t, d, crdtest.YAML(cronTab("\n  replicas: 3\n  replicas: 4")), "BadRequest", "already set in map")[0]
	assert.Equal(t, "text:5:3", twice.Problems[0].Position)
	assert.Equal(t, "text:1:1: accepted", crdtest.Accept(t, d, crdtest.YAML(cronTab("{}")))[0].String())
}

// A misspelled keyword of a CRD is an error at its line.
func TestUnknownKeywords(t *testing.T) {
	text := read(t, "testdata/crontabs.yaml")
	misspelled := []byte(strings.Replace(string(text), "maximum: 10, default", "maximun: 10, default", 1))
	_, err := crdtest.Parse(t.Context(), "crd.yaml", misspelled)
	assert.EqualError(t, err, "crd.yaml:23:53: unknown field spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[replicas].maximun: a server drops it")
	ds, err := crdtest.Parse(t.Context(), "crd.yaml", misspelled, crdtest.WithUnknownFields())
	require.NoError(t, err)
	crdtest.Accept(t, ds.All()[0], crdtest.YAML(cronTab("{replicas: 11}")))
	twice := strings.Replace(string(text), "  scope: Namespaced\n", "  scope: Cluster\n  scope: Namespaced\n", 1)
	_, err = crdtest.Parse(t.Context(), "crd.yaml", []byte(twice))
	assert.EqualError(t, err, "crd.yaml:8:3: the field spec.scope is also at crd.yaml:7:3")
}

// A request that no server gets from a test without a mistake has no verdict.
func TestBrokenRequests(t *testing.T) {
	d, old := crontabs(t), crdtest.WithOld(crdtest.YAML(cronTab("{replicas: 1}")))
	for name, c := range map[string]struct {
		object string
		opts   []crdtest.Option
		want   string
	}{
		"scale of another kind": {cronTab("{}"), []crdtest.Option{old, crdtest.WithScale()}, `text:1:1: the object with apiVersion "stable.example.com/v1" and kind "CronTab" is not a Scale of autoscaling/v1`},
		"status and scale":      {scale, []crdtest.Option{old, crdtest.WithStatus(), crdtest.WithScale()}, "text:1:1: a request is for the status or the scale, not for both"},
		"version of the URL":    {cronTab("{}"), []crdtest.Option{crdtest.WithVersion("v9")}, `text:1:1: the definition crontabs.stable.example.com has no version "v9"; its versions are v1`},
		"version of the object": {strings.Replace(cronTab("{}"), "/v1", "/v7", 1), nil, `text:1:1: the definition crontabs.stable.example.com has no version "v7"; its versions are v1`},
		"invalid old object": {cronTab("{replicas: 3}"), []crdtest.Option{crdtest.WithOld(crdtest.YAML(cronTab("{replicas: 12}")))},
			"text:1:1: a server rejects the old object, too; WithInvalidOld, or oldIsInvalid in a table, allows one that was stored before a change of the CRD:\n" +
				"text:3:8: spec.replicas: Invalid value: 12: spec.replicas in body should be less than or equal to 10"},
		"unknown field of the old object": {cronTab("{replicas: 3}"), []crdtest.Option{crdtest.WithOld(crdtest.YAML(cronTab("{replica: 1}")))},
			"text:1:1: a server rejects the old object, too; WithInvalidOld, or oldIsInvalid in a table, allows one that was stored before a change of the CRD:\ntext:3:8: unknown field spec.replica"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t)
			crdtest.Reject(f, d, crdtest.YAML(c.object), "", "", c.opts...)
			assert.Equal(t, "no verdict: "+c.want, f.fatal)
			assert.Empty(t, f.failures)
		})
	}
	widgets := named(t, "widgets.yaml")
	_, err := crdtest.Try(t.Context(), widgets, crdtest.YAML("apiVersion: stable.example.com/v1\nkind: Widget\n"),
		crdtest.WithStatus(), crdtest.WithOld(crdtest.YAML("apiVersion: stable.example.com/v1\nkind: Widget\n")))
	assert.EqualError(t, err, "text:1:1: the version v1 of widgets.stable.example.com has no status subresource")
	crdtest.Accept(t, d, crdtest.YAML(scale), old, crdtest.WithScale())
}

// A test of tolerated errors needs an old object that a server would not create.
func TestInvalidOld(t *testing.T) {
	invalid := crdtest.WithOld(crdtest.YAML(cronTab("{replicas: 12}")))
	crdtest.Accept(t, crontabs(t), crdtest.YAML(cronTab("{replicas: 12, policy: Allow}")), invalid, crdtest.WithInvalidOld())
	crdtest.Reject(t, crontabs(t), crdtest.YAML(cronTab("{replicas: 13}")), "maximum", "spec.replicas", invalid, crdtest.WithInvalidOld())
	stored, err := crdtest.Accept(t, crontabs(t), crdtest.YAML(cronTab("{replicas: 12, policy: Allow}")), invalid, crdtest.WithInvalidOld())[0].Stored()
	require.NoError(t, err)
	crdtest.Accept(t, crontabs(t), crdtest.YAML(cronTab("{replicas: 12, policy: Forbid}")), crdtest.WithOld(stored))
}

// A path is a whole path, and a part of a message has white space.
func TestPathOrPart(t *testing.T) {
	d := crontabs(t)
	for text, matches := range map[string]bool{
		"spec.replicas": true, "spec": false, "replicas": false, "spec.replica": false, "11": false,
		"less than or equal": true, "less than or equals": false, "spec.replicas in body": true,
	} {
		f := newFake(t)
		crdtest.Reject(f, d, crdtest.YAML(cronTab("{replicas: 11}")), "maximum", text)
		assert.Equal(t, matches, len(f.failures) == 0, text)
	}
}

func TestRejectOnly(t *testing.T) {
	d, f := crontabs(t), newFake(t)
	two := crdtest.YAML(cronTab("{replicas: 11, policy: Never}"))
	replicas, policy := crdtest.Expected{Code: "maximum", Path: "spec.replicas"}, crdtest.Expected{Code: "enum", Part: "Allow"}
	skipped := crdtest.Expected{Code: "rules-not-checked"}
	crdtest.RejectOnly(t, d, two, []crdtest.Expected{policy, replicas, skipped})
	crdtest.RejectOnly(f, d, two, []crdtest.Expected{replicas, skipped})
	assert.Equal(t, []string{`text:1:1: not expected: text:3:22: spec.policy: Unsupported value: "Never": supported values: "Allow", "Forbid" (code enum)`}, f.failures)
	crdtest.RejectOnly(f, d, two, nil)
	assert.Equal(t, "no verdict: no error is expected", f.fatal)
}

func TestNoDefinition(t *testing.T) {
	for _, d := range []*crdtest.Definition{nil, {}} {
		f := newFake(t)
		crdtest.Accept(f, d, crdtest.YAML(cronTab("{}")))
		assert.Equal(t, "no verdict: the Definition is nil: Load, Parse and MustLoad make one", f.fatal)
	}
}

func TestGenerated(t *testing.T) {
	d := crontabs(t)
	version, _ := d.Compiled().Version("v1")
	c := crdtest.NewCoverage(d)
	updates := 0
	for generated, err := range generate.New(version).Cases(t.Context()) {
		if err != nil {
			continue // a type that breaks another keyword, too
		}
		if generated.Operation != crdschema.Create {
			updates++
		}
		if generated.Accepted() {
			crdtest.Accept(t, d, crdtest.Generated(generated), crdtest.WithCoverage(c))
		} else {
			crdtest.Reject(t, d, crdtest.Generated(generated), string(generated.Error.Code), generated.Error.Path.String(), crdtest.WithCoverage(c))
		}
	}
	assert.Positive(t, updates)
	c.Require(t, 0.66)
	answers, err := crdtest.Try(t.Context(), d, crdtest.Generated(generate.Case{Object: map[string]any{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "status": map[string]any{"replicas": int64(11)}},
		Old: map[string]any{"apiVersion": "stable.example.com/v1", "kind": "CronTab"}, Operation: crdschema.UpdateStatus}))
	require.NoError(t, err)
	assert.Equal(t, "maximum", answers[0].Problems[0].Code)
}

func TestObjects(t *testing.T) {
	d := crontabs(t)
	object := map[string]any{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "spec": map[string]any{"replicas": 3.0}}
	assert.Equal(t, int64(3), crdtest.Accept(t, d, crdtest.Map(object))[0].Result.Stored["spec"].(map[string]any)["replicas"])
	f := newFake(t)
	crdtest.Accept(f, d, crdtest.File(fstest.MapFS{"empty/a.txt": {}}, "empty"))
	assert.Equal(t, "no verdict: empty: there is no object: the file is empty, or no file of the folder ends in .yaml, .yml or .json", f.fatal)
	crdtest.Accept(f, d, crdtest.File(os.DirFS("testdata"), "../object.yaml"))
	assert.Equal(t, `no verdict: ../object.yaml is outside of the file system: pass one of a folder above, such as os.DirFS("..")`, f.fatal)
}

func TestMustLoadOne(t *testing.T) {
	assert.Equal(t, "crontabs.stable.example.com", crdtest.MustLoadOne(t, os.DirFS("testdata"), "crontabs.yaml").Compiled().Name())
	f := newFake(t)
	assert.Nil(t, crdtest.MustLoadOne(f, fstest.MapFS{"a.yaml": {Data: read(t, "testdata/crontabs.yaml")}, "b.yaml": {Data: read(t, "testdata/widgets.yaml")}}, "."))
	assert.Equal(t, ".: there are 2 CustomResourceDefinitions instead of one", f.fatal)
	assert.Nil(t, crdtest.MustLoadOne(f, fstest.MapFS{}, "."))
}

// An error of YAML has its line in the file.
func TestUndecodable(t *testing.T) {
	for text, want := range map[string]string{
		"a: [\nb: 1\n":                  "f.yaml:2: yaml: did not find expected ',' or ']'",
		"a: 1\n---\nb: 2\nc: [\nd: 1\n": "f.yaml:5: yaml: did not find expected ',' or ']'",
		"a: 1\n---\nb: 2\n\tc: 3\n":     "f.yaml:4: yaml: found a tab character that violates indentation",
		"a: b: c\n":                     "f.yaml:1: yaml: mapping values are not allowed in this context",
		"a: 1\n---\n- 3\n":              "f.yaml:3: an array where an object is needed",
		"{\"a\": 1}\n{\"b\": 2}\n{\"a\": 1,\n\"b\": ]}\n": "f.yaml:4:6: invalid character ']' looking for beginning of value",
	} {
		_, err := crdtest.Load(t.Context(), fstest.MapFS{"f.yaml": {Data: []byte(text)}}, "f.yaml")
		assert.EqualError(t, err, want, fmt.Sprintf("%q", text))
	}
}
