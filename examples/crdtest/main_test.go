package main

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	crd, err := builtIn.ReadFile("testdata/crontabs.yaml")
	require.NoError(t, err)
	cases, err := builtIn.ReadFile("testdata/cases.yaml")
	require.NoError(t, err)
	for name, c := range map[string]struct {
		cases string
		code  int
		want  string
	}{
		"passed":     {string(cases), exitPassed, "cases 3, passed 3\n"},
		"failed":     {strings.Replace(string(cases), "code: maximum", "code: minimum", 1), exitFailed, "nearest: cases.yaml:18:18: spec.replicas: Invalid value: 11"},
		"no verdict": {strings.Replace(string(cases), "patch: {spec", "patch: {kind: Other, spec", 1), exitNoVerdict, "no verdict  too many replicas: cases.yaml:17:3: the object with apiVersion \"stable.example.com/v1\" and kind \"Other\" is not of"},
		"mistake":    {"crd: crontabs.yaml\nbases: {}\ncases: []\n", exitNoVerdict, "cases.yaml:2:1: unknown field \"bases\"; the fields are crd, base, fieldValidation, cases\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			code := run(t.Context(), fstest.MapFS{"cases.yaml": {Data: []byte(c.cases)}, "crontabs.yaml": {Data: crd}}, ".", &out)
			assert.Equal(t, c.code, code)
			assert.Contains(t, out.String(), c.want)
		})
	}
}
