package tables

import (
	"context"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// printing is a request for a table.
type printing struct {
	version   *crdschema.Version
	Columns   []crdschema.PrinterColumn // of version
	Objects   []map[string]any
	Metadata  map[string]any
	Include   registry.Include
	NoHeaders bool
}

// corpusTables returns the objects of the corpus with their definitions.
func corpusTables(tb testing.TB) parity.Cases[printing] {
	var inputs []printing
	var labels []string
	for _, crd := range corpus.Load(tb).CRDs {
		definition, err := crdschema.Compile(context.Background(), crd.Manifest)
		if err != nil {
			continue
		}
		for _, o := range crd.Objects {
			v, found := definition.Version(o.Version())
			if obj := read(o.Value); found && obj != nil {
				inputs = append(inputs, printing{version: v, Columns: v.PrinterColumns(), Objects: []map[string]any{obj}})
				labels = append(labels, o.File)
			}
		}
	}
	return parity.Cases[printing]{N: len(inputs), At: func(i int) (string, printing) { return labels[i], inputs[i] }}
}

// read returns obj with the metadata that it has when the server reads it, or nil.
func read(obj map[string]any) map[string]any {
	out, _, err := objectmeta.Decode(context.Background(), obj, objectmeta.Drop)
	if err != nil {
		return nil
	}
	return out
}

// started is the time to which dates are near, so that ages of all lengths are compared.
var started = time.Now()

var lengths = []time.Duration{time.Second, time.Minute, 10 * time.Minute, time.Hour, 8 * time.Hour, 48 * time.Hour, 200 * time.Hour, 20_000 * time.Hour, 80_000 * time.Hour}

// date returns a date, or what is almost one.
func date(r *rand.Rand) string {
	t := started.Add(-time.Duration(r.Int64N(int64(2 * pick(r, lengths...)))))
	odd := []string{
		"", "null", "0001-01-01T00:00:00Z", "2020-01-01", "2020-01-01T00:00:00", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2020-01-01t00:00:00z",
		"2020-02-30T00:00:00Z", "2020-01-01T24:00:00Z", "2020-01-01T00:00:00,5Z", t.Add(time.Hour * 9000).Format(time.RFC3339),
	}
	return rarely(r, odd, t.Format(time.RFC3339), t.Format(time.RFC3339Nano), t.UTC().Format(time.RFC3339))
}

// cell returns a value for a column.
func cell(r *rand.Rand) any {
	switch r.IntN(4) {
	case 0:
		return date(r)
	case 1:
		return pick[any](r, int64(7), 7.9, -7.9, 1e300, -1e300, 9.3e18, 0x1p63, int64(-1)<<63, 0.0, "7", true)
	}
	return value(r, 2)
}

// replaced returns a request with other options, dates and values of simple paths.
func replaced(seed uint64, in printing) printing {
	r := parity.Rand(seed)
	obj := maps.Clone(in.Objects[0])
	for _, c := range in.Columns {
		if r.IntN(2) == 0 {
			set(obj, strings.Split(strings.TrimPrefix(c.JSONPath, "."), "."), cell(r))
		}
	}
	set(obj, []string{"metadata", "creationTimestamp"}, date(r))
	if obj = read(obj); obj != nil {
		in.Objects = append([]map[string]any{obj}, in.Objects...)
	}
	return options(r, in)
}

// set sets the value at a path of fields, if there is a map.
func set(obj map[string]any, names []string, v any) {
	for _, name := range names[:len(names)-1] {
		child, ok := obj[name].(map[string]any)
		if !ok && obj[name] != nil {
			return
		}
		child = maps.Clone(child)
		if child == nil {
			child = map[string]any{}
		}
		obj[name] = child
		obj = child
	}
	obj[names[len(names)-1]] = v
}

func options(r *rand.Rand, in printing) printing {
	in.Include = registry.Include(r.IntN(3))
	in.NoHeaders = r.IntN(4) == 0
	in.Metadata = map[string]any{}
	for _, name := range []string{"resourceVersion", "continue", "remainingItemCount", "selfLink"} {
		if r.IntN(2) == 0 {
			in.Metadata[name] = pick[any](r, "", "12", int64(0), int64(3), 2.0, nil)
		}
	}
	return in
}

// generatedTable returns a request for objects of any kind and columns with any paths.
func generatedTable(seed uint64) printing {
	r := parity.Rand(seed)
	var in printing
	for range r.IntN(4) {
		in.Columns = append(in.Columns, column(r))
	}
	in.version = versionWith(in.Columns)
	for range r.IntN(3) {
		obj := map[string]any{"metadata": metadata(r)}
		for range r.IntN(4) {
			obj[pick(r, names...)] = cell(r)
		}
		if obj := read(obj); obj != nil {
			in.Objects = append(in.Objects, obj)
		}
	}
	return options(r, in)
}

func column(r *rand.Rand) crdschema.PrinterColumn {
	c := crdschema.PrinterColumn{
		Name: pick(r, names...), Description: pick(r, "", "described"), Format: pick(r, "", "int32"), Priority: int32(r.IntN(3)),
		Type: pick(r, "string", "string", "integer", "number", "boolean", "date", "other"), JSONPath: path(r),
	}
	if r.IntN(3) == 0 {
		c.JSONPath = pick(r, ".a", ".b", ".c", ".metadata.creationTimestamp", ".metadata.name", "", "range .l[*]}{.a}{end", ".a}text{.b")
	}
	return c
}

func metadata(r *rand.Rand) any {
	meta := map[string]any{"name": pick[any](r, "n", "n", "", nil, int64(1)), "creationTimestamp": date(r)}
	for _, name := range []string{"labels", "annotations", "generation", "uid", "finalizers", "ownerReferences", "managedFields", "deletionTimestamp"} {
		if r.IntN(4) == 0 {
			meta[name] = pick[any](r, map[string]any{"k8s.io/initial-events-end": "true"}, []any{"a", nil}, []any{map[string]any{"name": "o", "controller": true}}, int64(5), "2020-01-01T00:00:00Z", nil)
		}
	}
	return pick[any](r, meta, meta, meta, nil)
}

// versionWith returns a version with columns.
func versionWith(columns []crdschema.PrinterColumn) *crdschema.Version {
	var list []any
	for _, c := range columns {
		list = append(list, map[string]any{
			"name": c.Name, "description": c.Description, "format": c.Format, "priority": int64(c.Priority), "type": c.Type, "jsonPath": c.JSONPath,
		})
	}
	return compile(crdWith(list))
}

func crdWith(columns []any) map[string]any {
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "tables.example.com"},
		"spec": map[string]any{
			"group": "example.com", "scope": "Namespaced", "names": map[string]any{"plural": "tables", "kind": "Table"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true, "additionalPrinterColumns": columns,
				"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
			}},
		},
	}
}

// compile returns the only version of a crd.
func compile(crd map[string]any) *crdschema.Version {
	definition, err := crdschema.Compile(context.Background(), crd)
	if err != nil {
		panic(err)
	}
	return definition.StorageVersion()
}
