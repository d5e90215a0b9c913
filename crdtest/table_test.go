package crdtest_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdtest"
)

// tables returns a file system with crd.yaml and tables by name.
func tables(t *testing.T, byName map[string]string) fstest.MapFS {
	files := fstest.MapFS{"crd.yaml": {Data: read(t, "testdata/crontabs.yaml")}}
	for name, text := range byName {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// A misspelled field of a table does not hide it behind another table.
func TestNoTableIsSkipped(t *testing.T) {
	const good = "crd: ../crd.yaml\ncases:\n- {name: a, object: {apiVersion: stable.example.com/v1, kind: CronTab}, expect: accepted}\n"
	for text, want := range map[string]string{
		strings.Replace(good, "cases", "case", 1): "t/a.yaml:2:1: unknown field \"case\"; the fields are crd, base, fieldValidation, cases\nt/a.yaml:1:1: the table has no cases",
		"Cases: []\n":          "t/a.yaml:1:1: unknown field \"Cases\"; the fields are crd, base, fieldValidation, cases\nt/a.yaml:1:1: the table has no cases",
		"kind: Table\n" + good: "t/a.yaml:1:1: unknown field \"kind\"; the fields are crd, base, fieldValidation, cases",
		"base: {}\n":           "t/a.yaml:1:1: the table has no cases",
		strings.Replace(good, "cases", "cases: []\ncases", 1):                 "t/a.yaml:3:1: the field cases is also at t/a.yaml:2:1",
		strings.Replace(good, "name: a,", "name: a,\n   name: b,", 1):         "t/a.yaml:4:4: the field cases[0].name is also at t/a.yaml:3:4",
		"crd: ../../crd.yaml\ncases: []\n":                                    `t/a.yaml:1:1: ../crd.yaml is outside of the file system: pass one of a folder above, such as os.DirFS("..")`,
		"crd: [../crd.yaml, other.yaml]\n" + good[len("crd: ../crd.yaml\n"):]: "t/a.yaml:1:20: open t/other.yaml: file does not exist",
	} {
		_, err := crdtest.ReadSuite(t.Context(), tables(t, map[string]string{"t/a.yaml": text, "t/good.yaml": good}), "t")
		assert.EqualError(t, err, want, text)
	}
	objects := map[string]string{"t/object.yaml": cronTab("{}"), "t/values.yaml": "image: {tag: a}\n", "t/good.yaml": good}
	_, err := crdtest.ReadSuite(t.Context(), tables(t, objects), "t")
	assert.NoError(t, err)
}

func TestCaseMistakes(t *testing.T) {
	const head = "crd: crd.yaml\nbase: {apiVersion: stable.example.com/v1, kind: CronTab}\ncases:\n"
	for text, want := range map[string]string{
		"- {name: a, object: {}, patch: {}, expect: accepted}":                                                "t.yaml:4:3: the case has an object and a patch, not both are possible",
		"- {name: a, expect: accepted}":                                                                       "t.yaml:4:3: the case needs an object or a patch",
		"- {name: a, patch: 3, expect: accepted}":                                                             "t.yaml:4:13: a patch must be an object (a merge patch) or a list (a JSON patch)",
		"- {name: a, patch: null, expect: accepted}":                                                          "t.yaml:4:13: a patch must be an object (a merge patch) or a list (a JSON patch)",
		"- {name: a, as: scale, old: {}, patch: {spec: {replicas: 1}}, expect: accepted}":                     "t.yaml:4:33: a scale needs an object: a Scale of autoscaling/v1",
		"- {name: a, old: {}, base: {}, patch: {}, expect: accepted}":                                         "t.yaml:4:22: the patch is of the old object: the base is unused",
		"- {name: a, oldIsInvalid: maybe, patch: {}, expect: accepted}":                                       "t.yaml:4:13: must be true or false",
		"- {name: a, crd: other.yaml, patch: {}, expect: accepted}\n- {name: b, patch: {}, expect: accepted}": "t.yaml:4:13: open other.yaml: file does not exist",
	} {
		_, err := crdtest.ReadSuite(t.Context(), tables(t, map[string]string{"t.yaml": head + text}), "t.yaml")
		assert.EqualError(t, err, want, text)
	}
	_, err := crdtest.ReadSuite(t.Context(), tables(t, map[string]string{"t.yaml": "fieldValidation: strict\n" + head + "- {name: a, patch: {}, expect: accepted}"}), "t.yaml")
	assert.ErrorContains(t, err, "t.yaml:1:1: ")
}

func TestOutcomeJSON(t *testing.T) {
	for want, o := range map[string]crdtest.Outcome{
		`{"file": "f", "case": "c", "position": "f:1:1", "passed": true}`:                         {File: "f", Case: "c", Position: "f:1:1"},
		`{"file": "f", "case": "c", "position": "f:1:1", "passed": false, "failures": ["x"]}`:     {File: "f", Case: "c", Position: "f:1:1", Failures: []string{"x"}},
		`{"file": "f", "case": "c", "position": "f:1:1", "passed": false, "error": "no verdict"}`: {File: "f", Case: "c", Position: "f:1:1", Err: errors.New("no verdict")},
	} {
		text, err := json.Marshal(o)
		require.NoError(t, err)
		assert.JSONEq(t, want, string(text))
	}
}

// TestLines runs TestFailing in another process: its failures name lines of this file.
func TestLines(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFailing$")
	cmd.Env = append(os.Environ(), "CRDTEST_FAIL=1")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	var lines []string
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, ".go:") {
			lines = append(lines, strings.Fields(line)[0])
		}
	}
	assert.Len(t, lines, 5, "%s", out)
	for _, line := range lines {
		assert.True(t, strings.HasPrefix(line, "table_test.go:"), line)
	}
}

func TestFailing(t *testing.T) {
	if os.Getenv("CRDTEST_FAIL") == "" {
		t.Skip("fails on purpose: TestLines runs it in a child and reads its output")
	}
	d := crontabs(t)
	crdtest.Accept(t, d, crdtest.YAML(cronTab("{replicas: 11}")))
	crdtest.Reject(t, d, crdtest.YAML(cronTab("{}")), "", "")
	crdtest.NewCoverage(d).Require(t, 1)
	crdtest.Run(t, tables(t, map[string]string{"t.yaml": "crd: crd.yaml\ncases:\n- {name: a, object: " +
		"{apiVersion: stable.example.com/v1, kind: CronTab}, expect: {errors: [{}]}}\n- {name: b, object: {}, expect: accepted}\n"}), "t.yaml")
}
