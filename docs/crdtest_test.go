package docs_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdtest"
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

func TestCoverage(t *testing.T) {
	files := testdata(t)
	definition := crdtest.MustLoad(t, files, "crontabs.yaml").All()[0]
	coverage := crdtest.NewCoverage(definition)
	crdtest.Accept(t, definition, crdtest.YAML(sample), crdtest.WithCoverage(coverage))
	crdtest.Reject(t, definition, crdtest.File(files, "too-many.yaml"), "maximum", "spec.replicas", crdtest.WithCoverage(coverage))
	coverage.Require(t, 0.8) // a failure lists the points that no object reached
}

func TestUpgrade(t *testing.T) {
	files := testdata(t)
	released := crdtest.MustLoad(t, files, "released.yaml").All()[0]
	next := crdtest.MustLoad(t, files, "crontabs.yaml").All()[0]
	crdtest.Upgrade(t, released, next, crdtest.YAML(sample))
}
