package crdtest_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema/crdtest"
)

// TestOpenshift runs the suites in the folder CRDTEST_SUITES, a checkout of openshift/api, and
// counts what passes. Some of its CRDs exceed the cost limit for new rules, so they count as stored.
func TestOpenshift(t *testing.T) {
	folder := os.Getenv("CRDTEST_SUITES")
	if folder == "" {
		t.Skip("needs a checkout of github.com/openshift/api, 100 MB, in CRDTEST_SUITES")
	}
	fsys := os.DirFS(folder)
	passed, otherWords, total, unreadable := 0, 0, 0, 0
	names, err := crdtest.SuiteFiles(fsys)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		suite, err := crdtest.ReadSuite(t.Context(), fsys, name, crdtest.WithStoredCRDs())
		if err != nil {
			unreadable++
			t.Logf("unreadable %v", err)
			continue
		}
		for _, o := range suite.Check(t.Context()) {
			total++
			switch {
			case o.Passed():
				passed++
			case otherValue(o):
				otherWords++
			default:
				t.Logf("%s: %s: %v %q", o.Position, o.Case, o.Err, o.Failures)
			}
		}
	}
	t.Logf("openshift: files=%d unreadable=%d cases=%d passed=%d other-value=%d failed=%d", len(names), unreadable, total, passed, otherWords, total-passed-otherWords)
	if total == 0 {
		t.Error("there is no case")
	}
}

// shownValue is the value in an error, which servers before 1.37 print in another way.
var shownValue = regexp.MustCompile(`(Invalid value|Duplicate value|Too long|Too many|Unsupported value): (?:[^:]*|.*"): `)

// otherValue reports whether the only failure is an error that prints another value.
func otherValue(o crdtest.Outcome) bool {
	if o.Err != nil || len(o.Failures) < 2 {
		return false
	}
	want, found := strings.CutPrefix(o.Failures[0], "missing: an error with ")
	for _, got := range o.Failures[1:] {
		location, detail := parts(want)
		if found && detail != "" && strings.Contains(got, location) && strings.Contains(got, detail) {
			return true
		}
	}
	return false
}

// parts returns the location and the detail of an error.
func parts(text string) (location, detail string) {
	at := shownValue.FindStringIndex(text)
	if at == nil {
		return "", ""
	}
	return text[:at[0]], text[at[1]:]
}

// A suite changes the CRD after it has stored the initial object, which may be invalid then.
func TestOpenshiftOldObject(t *testing.T) {
	files := tables(t, map[string]string{"suite.yaml": `crd: crd.yaml
version: v1
tests:
  onUpdate:
  - name: keeps what is invalid today
    initialCRDPatches:
    - {op: remove, path: /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/replicas/maximum}
    initial: "{apiVersion: stable.example.com/v1, kind: CronTab, spec: {replicas: 12}}"
    updated: "{apiVersion: stable.example.com/v1, kind: CronTab, spec: {replicas: 12, policy: Allow}}"
    expected: "{apiVersion: stable.example.com/v1, kind: CronTab, spec: {replicas: 12, policy: Allow}}"
  onCreate:
  - name: drops unknown fields
    initial: "{apiVersion: stable.example.com/v1, kind: CronTab, spec: {replicas: 2, size: 1}}"
    expected: "{apiVersion: stable.example.com/v1, kind: CronTab, spec: {replicas: 2}}"
`})
	crdtest.Run(t, files, "suite.yaml")
}
