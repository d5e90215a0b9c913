package docs_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdtest"
	"github.com/seed95800270/crdschema/crdtest/generate"
)

// testdata returns the folder of TESTING.md, with the table of the page.
func testdata(t *testing.T) fstest.MapFS {
	all := blocks(t, "TESTING.md")
	i := slices.IndexFunc(all, func(b block) bool { return b.language == "yaml" })
	require.GreaterOrEqual(t, i, 0)
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"crontabs.yaml":        file(crontabs),
		"released.yaml":        file(strings.Replace(crontabs, "maximum: 10", "maximum: 9", 1)),
		"too-many.yaml":        file(strings.Replace(sample, "replicas: 2", "replicas: 11", 1)),
		"tables/crontabs.yaml": file(all[i].text),
	}
}

func TestTables(t *testing.T) {
	files := testdata(t)
	crdtest.Run(t, files, "tables")
}

func TestObjects(t *testing.T) {
	files := testdata(t)
	definition := crdtest.MustLoadOne(t, files, "crontabs.yaml")
	answers := crdtest.Accept(t, definition, crdtest.YAML(sample))
	stored, err := answers[0].Stored()
	if err != nil {
		t.Fatal(err)
	}
	crdtest.Reject(t, definition, crdtest.File(files, "too-many.yaml"), "maximum", "spec.replicas", crdtest.WithOld(stored))
	crdtest.RejectOnly(t, definition, crdtest.File(files, "too-many.yaml"), []crdtest.Expected{{Code: "maximum", Part: "less than or equal to 10"}})
}

func TestCoverage(t *testing.T) {
	files := testdata(t)
	coverage := crdtest.NewCoverage(crdtest.MustLoadOne(t, files, "crontabs.yaml"))
	crdtest.Run(t, files, "tables", crdtest.WithRequestOptions(crdtest.WithCoverage(coverage)))
	coverage.Require(t, 0.8) // a failure lists the points that no object reached
}

func TestUpgrade(t *testing.T) {
	files := testdata(t)
	released := crdtest.MustLoadOne(t, files, "released.yaml")
	next := crdtest.MustLoadOne(t, files, "crontabs.yaml")
	stored, err := crdtest.Accept(t, released, crdtest.YAML(sample))[0].Stored()
	if err != nil {
		t.Fatal(err)
	}
	crdtest.Upgrade(t, released, next, stored)
}

func TestEveryRule(t *testing.T) {
	files := testdata(t)
	definition := crdtest.MustLoadOne(t, files, "crontabs.yaml")
	version, _ := definition.Compiled().Version("v1")
	coverage := crdtest.NewCoverage(definition)
	for c, err := range generate.New(version).Cases(t.Context()) {
		switch {
		case err != nil:
			t.Log(err) // no object was found: the target, and what was tried
		case c.Accepted():
			crdtest.Accept(t, definition, crdtest.Generated(c), crdtest.WithCoverage(coverage))
		default:
			crdtest.Reject(t, definition, crdtest.Generated(c), string(c.Error.Code), c.Error.Path.String(), crdtest.WithCoverage(coverage))
		}
	}
	coverage.Require(t, 0.9)
}
