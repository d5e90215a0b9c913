package crdtest_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdtest"
)

// fake is a test whose failures are kept.
type fake struct {
	ctx      context.Context
	failures []string
	fatal    string
}

func (f *fake) Helper()                  {}
func (f *fake) Context() context.Context { return f.ctx }
func (f *fake) Errorf(format string, a ...any) {
	f.failures = append(f.failures, fmt.Sprintf(format, a...))
}
func (f *fake) Fatalf(format string, a ...any) { f.fatal = fmt.Sprintf(format, a...) }
func newFake(t *testing.T) *fake               { return &fake{ctx: t.Context()} }
func crontabs(t crdtest.T) *crdtest.Definition { return named(t, "crontabs.yaml") }
func named(t crdtest.T, f string) *crdtest.Definition {
	return crdtest.MustLoad(t, os.DirFS("testdata"), f).All()[0]
}

func cronTab(spec string) string {
	return "apiVersion: stable.example.com/v1\nkind: CronTab\nspec: " + spec + "\n"
}

func TestRun(t *testing.T) {
	crdtest.Run(t, os.DirFS("testdata"), "tables")
}

func TestAccept(t *testing.T) {
	f := newFake(t)
	crdtest.Accept(f, crontabs(t), crdtest.YAML(cronTab("{replicas: 11}")))
	assert.Equal(t, []string{"text:1:1: rejected; expected: accepted\n\tserver: text:3:8: spec.replicas: Invalid value: 11: " +
		"spec.replicas in body should be less than or equal to 10 (code maximum)"}, f.failures)
	assert.Empty(t, f.fatal)
	crdtest.Accept(t, crontabs(t), crdtest.Typed(map[string]any{"apiVersion": "stable.example.com/v1", "kind": "CronTab"}))
	crdtest.Accept(t, crontabs(t), crdtest.Map(map[string]any{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "spec": map[string]any{"replicas": 3}}))
}

func TestReject(t *testing.T) {
	d, f := crontabs(t), newFake(t)
	crdtest.Reject(f, d, crdtest.YAML(cronTab("{replicas: 11}")), "minimum", "spec.replicas")
	require.Len(t, f.failures, 1)
	assert.Equal(t, []string{
		"text:1:1: missing: code minimum, path spec.replicas",
		"nearest: text:3:8: spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10 (code maximum): the code is \"maximum\" instead of \"minimum\"",
		"not expected: text:3:8: spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10 (code maximum)",
	}, strings.Split(f.failures[0], "\n\t"))

	f = newFake(t)
	crdtest.Reject(f, d, crdtest.YAML(cronTab("{replicas: 1}")), "", "")
	assert.Equal(t, []string{"text:1:1: accepted; expected: rejected\n\texpected: any error"}, f.failures)
	crdtest.Reject(t, d, crdtest.YAML(cronTab("{replicas: 11}")), "maximum", "less than or equal")
	crdtest.Reject(t, d, crdtest.YAML(cronTab("{replicas: 11}")), "maximum", "spec.replicas",
		crdtest.WithOld(crdtest.YAML(cronTab("{replicas: 1}"))))
}

// An object of another kind is never a rejection that passes.
func TestOtherKind(t *testing.T) {
	f := newFake(t)
	crdtest.Reject(f, crontabs(t), crdtest.YAML("\napiVersion: v1\nkind: ConfigMap\n"), "", "")
	assert.Empty(t, f.failures)
	assert.Equal(t, `no verdict: text:2:1: the object with apiVersion "v1" and kind "ConfigMap" is not of the definition crontabs.stable.example.com, with group "stable.example.com" and kind "CronTab"`, f.fatal)
}

func TestMistakes(t *testing.T) {
	crd, err := os.ReadFile("testdata/crontabs.yaml")
	require.NoError(t, err)
	for name, c := range map[string]struct{ table, want string }{
		"an unknown field":  {"crd: crd.yaml\ncases:\n- name: a\n  objekt: {}\n  object: {}\n  expect: accepted\n", `t.yaml:4:3: unknown field "objekt"; the fields are name, crd, as, old, oldIsInvalid, base, object, patch, fieldValidation, version, expect`},
		"a missing file":    {"crd: other.yaml\ncases:\n- {name: a, object: {}, expect: accepted}\n", "t.yaml:1:1: open other.yaml: file does not exist"},
		"a name used twice": {"crd: crd.yaml\ncases:\n- {name: a, object: {}, expect: accepted}\n- {name: a, object: {}, expect: accepted}\n", `t.yaml:4:3: the case "a" is also at t.yaml:3:3`},
		"an unknown case":   {"crd: crd.yaml\ncases:\n- {name: a, old: b, object: {}, expect: accepted}\n", `t.yaml:3:13: there is no earlier case "b"`},
		"no cases":          {"crd: crd.yaml\ncases: []\n", "t.yaml: there is no case"},
		"no table":          {"a: b\n", "t.yaml: there is no table: a file with the field cases or tests"},
		"not YAML":          {"a: b: c\n", "t.yaml:1: yaml: mapping values are not allowed in this context"},
		"nothing expected":  {"crd: crd.yaml\ncases:\n- {name: a, object: {}, expect: {errors: []}}\n", "t.yaml:3:34: the list is empty"},
		"as":                {"crd: crd.yaml\ncases:\n- {name: a, as: b, object: {}, expect: accepted}\n", `t.yaml:3:13: as is "b" instead of status, scale or apply`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := crdtest.ReadSuite(t.Context(), fstest.MapFS{"t.yaml": {Data: []byte(c.table)}, "crd.yaml": {Data: crd}}, "t.yaml")
			assert.EqualError(t, err, c.want)
		})
	}
}

func TestNoVerdict(t *testing.T) {
	crd, err := os.ReadFile("testdata/crontabs.yaml")
	require.NoError(t, err)
	table := `crd: crd.yaml
cases:
- name: refused
  object: {apiVersion: stable.example.com/v1, kind: CronTab, spec: {replicas: 11}}
  expect: {errors: [{code: maximum}]}
- name: after
  old: refused
  object: {apiVersion: stable.example.com/v1, kind: CronTab}
  expect: {errors: [{}]}
- name: of no definition
  object: {apiVersion: v1, kind: Pod}
  expect: {errors: [{}]}
`
	suite, err := crdtest.ReadSuite(t.Context(), fstest.MapFS{"t.yaml": {Data: []byte(table)}, "crd.yaml": {Data: crd}}, ".")
	require.NoError(t, err)
	outcomes := suite.Check(t.Context())
	require.Len(t, outcomes, 3)
	assert.True(t, outcomes[0].Passed())
	assert.False(t, outcomes[1].Passed())
	assert.EqualError(t, outcomes[1].Err, `t.yaml:6:3: the server does not store the object of the case "refused": it is not accepted`)
	assert.False(t, outcomes[2].Passed())
	assert.EqualError(t, outcomes[2].Err, `t.yaml:10:3: the object with apiVersion "v1" and kind "Pod" is not of the definitions crontabs.stable.example.com`)
}

func TestLoad(t *testing.T) {
	text, err := os.ReadFile("testdata/crontabs.yaml")
	require.NoError(t, err)
	for name, c := range map[string]struct{ text, want string }{
		"refused": {strings.Replace(string(text), "default: 1}", "default: 11}", 1), "crd.yaml:23:66: spec.validation.openAPIV3Schema.properties[spec].properties[replicas].default: Invalid value: 11:  in body should be less than or equal to 10"},
		"no rule": {strings.Replace(string(text), "self.policy == 'Allow'", "self.nothing", 1), "undefined field 'nothing'"},
		"twice":   {string(text) + "---\n" + string(text), "crd.yaml:35:1: the CustomResourceDefinition crontabs.stable.example.com is also at crd.yaml:1:1"},
		"none":    {"kind: Pod\n", "crd.yaml: there is no CustomResourceDefinition"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := crdtest.Parse(t.Context(), "crd.yaml", []byte(c.text))
			require.ErrorContains(t, err, c.want)
			assert.True(t, strings.HasPrefix(err.Error(), "crd.yaml:"))
		})
	}
	ds, err := crdtest.Parse(t.Context(), "crd.yaml", text)
	require.NoError(t, err)
	_, err = ds.Named("a")
	assert.EqualError(t, err, "there is no CustomResourceDefinition a among crontabs.stable.example.com")
}
