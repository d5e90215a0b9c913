package tables

import (
	"context"
	"fmt"
	"testing"
	"time"

	"k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apiserver/pkg/registry/rest"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/ratio"
	"github.com/seed95800270/crdschema/registry"
)

// benchColumns are the columns that most crds have.
var benchColumns = []crdschema.PrinterColumn{
	{Name: "Ready", Type: "string", JSONPath: `.status.conditions[?(@.type=="Ready")].status`},
	{Name: "Replicas", Type: "integer", JSONPath: ".spec.replicas"},
	{Name: "Image", Type: "string", JSONPath: ".spec.template.image"},
	{Name: "Age", Type: "date", JSONPath: ".metadata.creationTimestamp"},
}

func benchObjects(n int) []map[string]any {
	created := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
	out := make([]map[string]any, n)
	for i := range out {
		out[i] = map[string]any{
			"apiVersion": "example.com/v1", "kind": "Table",
			"metadata": map[string]any{
				"name": fmt.Sprint("object-", i), "namespace": "default", "uid": fmt.Sprint(i), "resourceVersion": "1",
				"creationTimestamp": created.Add(time.Duration(i) * time.Minute).Format(time.RFC3339), "generation": int64(1), "labels": map[string]any{"app": "x"},
			},
			"spec": map[string]any{"replicas": int64(i), "template": map[string]any{"image": "registry.example.com/image:v1"}},
			"status": map[string]any{"conditions": []any{
				map[string]any{"type": "Progressing", "status": "False"},
				map[string]any{"type": "Ready", "status": "True"},
			}},
		}
	}
	return out
}

// BenchmarkRatioTable measures the table of a list of 10,000 objects: with the objects
// themselves, which is all that the convertor of the reference makes, and with their
// metadata, which the handler of a request makes of them. Neither side copies or encodes
// anything: the reference makes a Table of Go structures, whose rows point to the objects or
// to a PartialObjectMetadata each; ours is of maps that share the objects or their metadata,
// which are checked for what the reference drops.
func BenchmarkRatioTable(b *testing.B) {
	objs := benchObjects(10_000)
	printer := printerOf(versionWith(benchColumns))
	convertor, err := tableconvertor.New(referenceColumns(benchColumns))
	if err != nil {
		b.Fatal(err)
	}
	list := &unstructured.UnstructuredList{}
	for _, obj := range objs {
		list.Items = append(list.Items, unstructured.Unstructured{Object: obj})
	}
	for _, what := range []registry.Include{registry.IncludeObject, registry.IncludeMetadata} {
		b.Run(what.String(), func(b *testing.B) {
			ratio.Run(b, ratio.Case{
				Objects: objs,
				Ours:    func() { cases.Must(printer.Table(context.Background(), objs, time.Now(), registry.WithInclude(what))) },
				Upstream: func() {
					table, err := convertor.ConvertToTable(context.Background(), list, &metav1.TableOptions{})
					if err == nil {
						err = include(table, what)
					}
					if err != nil {
						b.Fatal(err)
					}
				},
			})
		})
	}
}

// BenchmarkRatioCorpusTables measures one table for each version of the corpus that has
// objects, with its own columns.
func BenchmarkRatioCorpusTables(b *testing.B) {
	type list struct {
		printer   *registry.Printer
		convertor rest.TableConvertor
		ours      []map[string]any
		theirs    *unstructured.UnstructuredList
	}
	lists := map[*crdschema.Version]*list{}
	tables := corpusTables(b)
	var all []map[string]any
	for i := range tables.N {
		_, in := tables.At(i)
		l := lists[in.version]
		if l == nil {
			convertor, _ := tableconvertor.New(referenceColumns(in.Columns)) // the server ignores the error
			l = &list{printer: printerOf(in.version), convertor: convertor, theirs: &unstructured.UnstructuredList{}}
			lists[in.version] = l
		}
		l.ours = append(l.ours, in.Objects...)
		l.theirs.Items = append(l.theirs.Items, unstructured.Unstructured{Object: in.Objects[0]})
		all = append(all, in.Objects...)
	}
	ratio.Run(b, ratio.Case{
		Objects: all,
		Ours: func() {
			for _, l := range lists {
				cases.Must(l.printer.Table(context.Background(), l.ours, time.Now(), registry.WithInclude(registry.IncludeObject)))
			}
		},
		Upstream: func() {
			for _, l := range lists {
				if _, err := l.convertor.ConvertToTable(context.Background(), l.theirs, nil); err != nil {
					b.Fatal(err)
				}
			}
		},
	})
}
