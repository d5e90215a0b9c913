package beam_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/compat"
	crdbeam "github.com/seed95800270/crdschema/compat/beam"
	"github.com/seed95800270/crdschema/document"
)

var full = flag.Int("objects", 3_000, "the number of objects of TestAudit")

func TestMain(m *testing.M) { ptest.Main(m) }

const thingCRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: %[1]ss.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: %[1]ss, kind: %[2]s}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer%[3]s}, tags: {type: object, additionalProperties: {type: string}}}}
`

func crd(kind, more string) string {
	return fmt.Sprintf(thingCRD, strings.ToLower(kind), kind, more)
}

var upgrades = []crdbeam.Upgrade{
	{CRD: crd("Thing", ", maximum: 10"), Old: crd("Thing", "")},
	{CRD: crd("Other", ", x-kubernetes-validations: [{rule: self != 7}]")},
}

// records returns n objects of both kinds, and broken ones.
func records(n int) []crdbeam.Record {
	out := make([]crdbeam.Record, n)
	for i := range out {
		kind := []string{"Thing", "Other"}[i%2]
		object := fmt.Sprintf(`{"apiVersion": "example.com/v1", "kind": %q, "metadata": {"name": "o%d", "namespace": "a"}, "spec": {"size": %d, "tags": {"t": "%s"}}}`, kind, i, i%23, "\xff"+strings.Repeat("ä", i%150))
		out[i] = crdbeam.Record{Source: fmt.Sprint("file ", i%7), Object: []byte(object)}
		switch i % 101 {
		case 1:
			out[i].Object = out[i].Object[:len(object)/2]
		case 2:
			out[i].Error = "the snapshot ends here"
		case 3:
			out[i].Object = []byte(`{"apiVersion": "v1", "kind": "Secret"}`)
		case 4:
			out[i].Object = []byte(strings.ReplaceAll(object, "/v1", "/v0"))
		}
	}
	return out
}

// sink takes the reports of a pipeline, which prism runs in this process.
var sink = map[string]string{}

func init() { beam.RegisterDoFn(take) }

func take(kind string, report []byte) { sink[kind] = string(report) }

func run(t *testing.T, all []crdbeam.Record) map[string]string {
	clear(sink)
	p, s := beam.NewPipelineWithRoot()
	in := beam.Reshuffle(s, beam.CreateList(s, all))
	beam.ParDo0(s, take, crdbeam.Audit(s, crdbeam.Upgrades(s, upgrades...), in))
	ptest.RunAndValidate(t, p)
	return sink
}

// onOneMachine returns the reports of package compat alone.
func onOneMachine(t *testing.T, all []crdbeam.Record) map[string]string {
	out := map[string]string{}
	for i, kind := range []string{"Thing", "Other"} {
		var audited, shards []compat.Report
		for shard := range slices.Chunk(slices.Clone(all), len(all)/5+1) {
			r := runShard(t, i, kind, shard)
			shards = append(shards, r)
		}
		whole := runShard(t, i, kind, all)
		rand.Shuffle(len(shards), func(i, j int) { shards[i], shards[j] = shards[j], shards[i] })
		audited = append(audited, whole)
		require.Equal(t, string(compat.Merge(audited...).JSON()), string(compat.Merge(shards...).JSON()))
		out["example.com/"+kind] = string(whole.JSON())
	}
	return out
}

func runShard(t *testing.T, i int, kind string, all []crdbeam.Record) compat.Report {
	manifest := func(text string) map[string]any {
		if text == "" {
			return nil
		}
		doc, err := document.DecodeOne(t.Context(), []byte(text))
		require.NoError(t, err)
		return doc.Object
	}
	audit, err := compat.NewAudit(t.Context(), manifest(upgrades[i].Old), manifest(upgrades[i].CRD))
	require.NoError(t, err)
	report, err := audit.Run(t.Context(), func(yield func(compat.Source, map[string]any) bool) {
		for _, r := range all {
			doc, err := document.DecodeJSON(t.Context(), r.Object)
			if err != nil || r.Error != "" || doc.Object["kind"] != kind {
				continue
			}
			if !yield(compat.Source{Name: r.Source}, doc.Object) {
				return
			}
		}
	})
	require.NoError(t, err)
	return report
}

// TestAudit compares the reports of a pipeline with those of one machine and of merged shards.
func TestAudit(t *testing.T) {
	all := records(*full)
	want := onOneMachine(t, all)
	got := run(t, all)
	for kind := range want {
		assert.Equal(t, want[kind], got[kind], kind)
	}
	var unknown compat.Report
	require.NoError(t, json.Unmarshal([]byte(got[""]), &unknown))
	judged := unknown.Objects
	assert.Equal(t, unknown.Objects, unknown.Counts[compat.Failed])
	for kind, text := range want {
		var r compat.Report
		require.NoError(t, json.Unmarshal([]byte(text), &r))
		assert.Positive(t, r.Objects, kind)
		judged += r.Objects
	}
	assert.EqualValues(t, *full, judged, "objects that no report counts")
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	first := map[string]string{}
	for kind, text := range got {
		first[kind] = text
	}
	assert.Equal(t, first, run(t, all))
}

// TestRecords reads files.
func TestRecords(t *testing.T) {
	folder := t.TempDir()
	for i := range 3 {
		line := fmt.Sprintf(`{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "o%d", "namespace": "a"}}`, i)
		require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprint(i, ".json")), []byte(line+"\n"+line+"\n"), 0o600))
	}
	clear(sink)
	p, s := beam.NewPipelineWithRoot()
	in := crdbeam.Records(s, textio.ReadWithFilename(s, filepath.Join(folder, "*.json")))
	beam.ParDo0(s, take, crdbeam.Audit(s, crdbeam.Upgrades(s, upgrades...), in))
	ptest.RunAndValidate(t, p)
	assert.Equal(t, map[string]string{"example.com/Thing": "{\n  \"objects\": 6,\n  \"counts\": {\n    \"accepted\": 6\n  }\n}\n"}, sink)
}

// TestBrokenUpgrade checks that a CRD that no server can serve ends the pipeline.
func TestBrokenUpgrade(t *testing.T) {
	for name, list := range map[string][]crdbeam.Upgrade{
		"no YAML": {{CRD: "a: ["}}, "not served": {{CRD: "kind: Other"}}, "twice": {upgrades[0], {CRD: upgrades[0].CRD}}, "old": {{CRD: upgrades[0].CRD, Old: "a: ["}},
	} {
		t.Run(name, func(t *testing.T) {
			p, s := beam.NewPipelineWithRoot()
			beam.ParDo0(s, take, crdbeam.Audit(s, crdbeam.Upgrades(s, list...), beam.CreateList(s, records(3))))
			assert.Error(t, ptest.Run(p))
		})
	}
}
