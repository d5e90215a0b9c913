package compat_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/hostile"
)

// auditCRDs are an old and a new CRD with two versions each.
const auditCRDs = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer}
              color: {type: string}
              tags: {type: object, additionalProperties: {type: string}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations: [{rule: "!has(self.size) || self.size != 7 || oldSelf.size != 7"}]
            properties:
              size: {type: integer, maximum: 10}
              mode: {type: string, default: slow}
              tags: {type: object, additionalProperties: {type: string, maxLength: 3}}
  - name: v2
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer}
              mode: {type: string}
`

func newAudit(t testing.TB) *compat.Audit {
	docs, err := document.DecodeYAML(t.Context(), []byte(auditCRDs))
	require.NoError(t, err)
	a, err := compat.NewAudit(t.Context(), docs[0].Object, docs[1].Object)
	require.NoError(t, err)
	return a
}

func thing(name string, spec map[string]any) map[string]any {
	return map[string]any{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": map[string]any{"name": name, "namespace": "a", "uid": "u", "creationTimestamp": "2024-01-01T00:00:00Z"}, "spec": spec}
}

// things returns objects of every outcome.
func things(n int) iter.Seq2[compat.Source, map[string]any] {
	return func(yield func(compat.Source, map[string]any) bool) {
		for i := range n {
			name := fmt.Sprintf("t%05d", i)
			var obj map[string]any
			var err error
			switch i % 8 {
			case 0:
				obj = thing(name, nil)
				delete(obj, "spec")
			case 1:
				obj = thing(name, map[string]any{"size": int64(7)})
			case 2:
				obj = thing(name, map[string]any{"size": int64(11), "color": "red"})
			case 3:
				obj = thing(name, map[string]any{"tags": map[string]any{name: "long text"}})
			case 4:
				obj = thing(name, nil)
				obj["apiVersion"] = "example.com/v0"
			case 5:
				obj = map[string]any{"apiVersion": "v1", "kind": "Secret"}
			case 6:
				err = errors.New("the snapshot ends here")
			default:
				obj = map[string]any{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": []any{map[string]any{"a": nil}}, "spec": "text"}
			}
			if !yield(compat.Source{Name: name, Err: err}, obj) {
				return
			}
		}
	}
}

func TestAudit(t *testing.T) {
	r, err := newAudit(t).Run(t.Context(), things(16))
	require.NoError(t, err)
	assert.Equal(t, strings.TrimPrefix(`
objects 16, unreadable 4, refused 2, dropped 2, round-trip 2, defaulted 6, tolerated 4, failed 4, accepted 2
`, "\n"), strings.SplitAfter(r.String(), "\n")[0])
	assert.False(t, r.Clean())
	for _, e := range r.Entries {
		assert.LessOrEqual(t, len(e.Examples), 3)
		t.Log(e)
	}
}

// TestAuditSharded checks that a report does not depend on the order of objects, or on how they
// are split.
func TestAuditSharded(t *testing.T) {
	a := newAudit(t)
	whole, err := a.Run(t.Context(), things(400))
	require.NoError(t, err)
	type pair struct {
		source compat.Source
		object map[string]any
	}
	var all []pair
	for s, o := range things(400) {
		all = append(all, pair{s, o})
	}
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		var parts []compat.Report
		for shard := range slices.Chunk(all, 1+r.IntN(150)) {
			part, err := a.Run(t.Context(), func(yield func(compat.Source, map[string]any) bool) {
				for _, p := range shard {
					if !yield(p.source, p.object) {
						return
					}
				}
			})
			require.NoError(t, err)
			parts = append(parts, part)
		}
		left := compat.Report{}
		for _, p := range parts {
			left = compat.Merge(left, p)
		}
		right := compat.Report{}
		for _, p := range slices.Backward(parts) {
			right = compat.Merge(p, right)
		}
		for _, got := range []compat.Report{left, right, compat.Merge(parts...)} {
			require.Equal(t, whole, got)
			require.Equal(t, whole.String(), got.String())
			require.Equal(t, string(whole.JSON()), string(got.JSON()))
		}
	}
}

// TestMergeBounded checks the merge of reports with more entries than one keeps.
func TestMergeBounded(t *testing.T) {
	reports := func(from, to int) (out []compat.Report) {
		for i := from; i < to; i++ {
			out = append(out, compat.Report{Objects: 1, Counts: map[compat.Outcome]int64{compat.Refused: 1}, Entries: []compat.Entry{{
				Outcome: compat.Refused, Path: fmt.Sprintf("spec.a%05d", i*7919%5000), Objects: 1, Examples: []compat.Example{{Object: fmt.Sprint(i)}},
			}}})
		}
		return out
	}
	whole := compat.Merge(reports(0, 9000)...)
	assert.Len(t, whole.Entries, 1000)
	assert.EqualValues(t, 9000, whole.Objects)
	parts := compat.Merge(compat.Merge(reports(4000, 9000)...), compat.Merge(reports(0, 1500)...), compat.Merge(reports(1500, 4000)...))
	assert.Equal(t, whole, parts)
}

// TestAuditCanceled checks that a run ends with its context, and leaves no goroutine.
func TestAuditCanceled(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_, err := newAudit(t).Run(ctx, func(yield func(compat.Source, map[string]any) bool) {
		for yield(compat.Source{}, thing("a", nil)) {
			if n++; n == 100 {
				cancel()
			}
		}
	})
	assert.ErrorIs(t, err, context.Canceled)
	assert.LessOrEqual(t, n, 102)
	hostile.RequireGoroutines(t, before)
}

// TestAuditHostile checks that a broken object does not keep the others from being judged.
func TestAuditHostile(t *testing.T) {
	deep := map[string]any{}
	for at, i := deep, 0; i < 20_000; i++ {
		next := map[string]any{}
		at["a"] = next
		at = next
	}
	cyclic := map[string]any{"apiVersion": "example.com/v1", "kind": "Thing"}
	cyclic["spec"] = cyclic
	good := thing("good", nil)
	delete(good, "spec")
	r, err := newAudit(t).Run(t.Context(), func(yield func(compat.Source, map[string]any) bool) {
		for _, o := range []map[string]any{nil, {}, deep, cyclic, {"apiVersion": 1, "kind": []any{}}, {"spec": make(chan int)}, good} {
			yield(compat.Source{Name: "s"}, o)
		}
	})
	require.NoError(t, err)
	assert.EqualValues(t, 7, r.Objects)
	assert.EqualValues(t, 6, r.Counts[compat.Failed])
	assert.EqualValues(t, 1, r.Counts[compat.Accepted])
}

func TestSources(t *testing.T) {
	list := `{"apiVersion": "v1", "items": [{"kind": "Thing", "n": 1}, {"kind": "Thing", "n": 2.5}], "kind": "List"}`
	fsys := fstest.MapFS{
		"a/list.json":  {Data: []byte(list + "\n" + `{"kind": "Thing", "apiVersion": "x/v1", "deep": {"items": [1]}}`)},
		"a/two.yaml":   {Data: []byte("kind: Thing\n---\nkind: List\nitems: [{kind: Thing}, 3]\n")},
		"a/notes.txt":  {Data: []byte("no object")},
		"b/cut.json":   {Data: []byte(list[:60])},
		"b/text.json":  {Data: []byte(`"text"`)},
		"b/wrong.yaml": {Data: []byte("a: [")},
	}
	var got []string
	for source, object := range compat.Files(t.Context(), fsys, ".") {
		got = append(got, fmt.Sprint(source.Name, " ", object != nil, " ", source.Err != nil))
	}
	assert.Equal(t, []string{
		"a/list.json[0] true false", "a/list.json[1] true false", "a/list.json[2] true false",
		"a/two.yaml[0] true false", "a/two.yaml[1].items[0] true false", "a/two.yaml[1].items[1] false true",
		"b/cut.json[0] true false", "b/cut.json false true", "b/text.json false true", "b/wrong.yaml false true",
	}, got)
	count := 0
	for range compat.Stream(t.Context(), "stdin", strings.NewReader(list)) {
		count++
		break
	}
	assert.Equal(t, 1, count)
}

func BenchmarkAudit(b *testing.B) {
	a := newAudit(b)
	b.ReportAllocs()
	r, err := a.Run(b.Context(), things(b.N))
	require.NoError(b, err)
	b.ReportMetric(float64(r.Objects)/b.Elapsed().Seconds(), "objects/s")
}

// TestAuditOfAnyText checks that a report is the same after it was written as JSON and read: texts
// may be cut inside of a character, and need not be UTF-8.
func TestAuditOfAnyText(t *testing.T) {
	a := newAudit(t)
	objects := func(yield func(compat.Source, map[string]any) bool) {
		for i := range 8 {
			long := strings.Repeat("x", 195+i) + "äöü\xff\xfe"
			if i == 7 {
				long = strings.Repeat("\xff", 400)
			}
			o := thing("n\xff"+long, map[string]any{"tags": map[string]any{"k\xff" + long: "long\xff" + long}})
			if !yield(compat.Source{Name: long}, o) || !yield(compat.Source{Name: long, Err: errors.New(long)}, nil) {
				return
			}
			o = thing("n", nil)
			o["apiVersion"] = "example.com/v\xff" + long
			if !yield(compat.Source{Name: long}, o) {
				return
			}
		}
	}
	r, err := a.Run(t.Context(), objects)
	require.NoError(t, err)
	var read compat.Report
	require.NoError(t, json.Unmarshal(r.JSON(), &read))
	assert.Equal(t, string(r.JSON()), string(read.JSON()))
	assert.Equal(t, r, read)
	assert.Equal(t, r, compat.Merge(read))
}

// TestBadInput checks that each kind of bad input is counted with its place, and that the rest is
// judged. TestSnapshotTruncated and TestCompareErrors have the others.
func TestBadInput(t *testing.T) {
	good := thing("good", map[string]any{"size": int64(3)})
	withVersion := func(version string) map[string]any {
		o := thing("bad", nil)
		o["apiVersion"] = version
		return o
	}
	long := thing("bad", map[string]any{"tags": map[string]any{"a": strings.Repeat("x", 3<<20)}})
	many := map[string]any{}
	for i := range 100_000 {
		many[fmt.Sprint("k", i)] = "long text"
	}
	for name, c := range map[string]struct {
		object map[string]any
		err    error
		want   compat.Outcome
		text   string
	}{
		"two kinds":                   {map[string]any{"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "bad", "namespace": "a"}}, nil, compat.Failed, "it is not an object of the CRD: v1, Secret"},
		"another group":               {withVersion("other.example.com/v1"), nil, compat.Failed, "it is not an object of the CRD: other.example.com/v1, Thing"},
		"a version that is not known": {withVersion("example.com/v7"), nil, compat.Unreadable, "request to convert CR from an invalid group/version: example.com/v7"},
		"a broken source":             {nil, errors.New("page 3 at byte 1536: the file ends at byte 1024"), compat.Failed, "page 3 at byte 1536: the file ends at byte 1024"},
		"an object of 3 MiB":          {long, nil, compat.Tolerated, ""},
		"100,000 errors":              {thing("bad", map[string]any{"tags": many}), nil, compat.Tolerated, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := newAudit(t).Run(t.Context(), func(yield func(compat.Source, map[string]any) bool) {
				_ = yield(compat.Source{Name: "one"}, good) && yield(compat.Source{Name: "two", Err: c.err}, c.object) && yield(compat.Source{Name: "three"}, good)
			})
			require.NoError(t, err)
			assert.EqualValues(t, 3, r.Objects)
			assert.EqualValues(t, 1, r.Counts[c.want], "%s", r)
			for _, e := range r.Entries {
				if e.Outcome != c.want {
					continue
				}
				assert.Equal(t, "two", e.Examples[0].Source)
				if c.text != "" {
					assert.Equal(t, c.text, e.Examples[0].Text)
				}
			}
			assert.Less(t, len(r.JSON()), 100_000)
		})
	}
}

// TestAuditOfOldCRDs audits with CRDs of v1beta1.
func TestAuditOfOldCRDs(t *testing.T) {
	beta := patched(map[string]any{"apiVersion": "apiextensions.k8s.io/v1beta1"})
	a, err := compat.NewAudit(t.Context(), beta, beta)
	require.NoError(t, err)
	r, err := a.Run(t.Context(), func(yield func(compat.Source, map[string]any) bool) {
		yield(compat.Source{}, map[string]any{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": map[string]any{"name": "a", "namespace": "a", "uid": "u", "creationTimestamp": "2024-01-01T00:00:00Z"}})
	})
	require.NoError(t, err)
	assert.Equal(t, map[compat.Outcome]int64{compat.Accepted: 1}, r.Counts, "%s", r)
}
