package custom

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/registry"
)

// scaleTables makes tables of Scales.
type scaleTables struct{ printer *registry.Printer }

// ConvertToTable implements rest.TableConvertor.
func (t scaleTables) ConvertToTable(ctx context.Context, obj, options runtime.Object) (*metav1.Table, error) {
	scale, err := apimachinery.ToMap(ctx, obj)
	if err != nil {
		return nil, err
	}
	meta, _ := scale["metadata"].(map[string]any)
	table, err := t.printer.Table(ctx, []map[string]any{scale}, time.Now(), append(TableOptions(options), registry.WithListMetadata(meta))...)
	if err != nil {
		return nil, err
	}
	return TypedTable(ctx, table, []runtime.Object{obj})
}

// TableOptions returns the options of a request for a table.
func TableOptions(options runtime.Object) (out []registry.TableOption) {
	if o, ok := options.(*metav1.TableOptions); ok && o != nil && o.NoHeaders {
		out = append(out, registry.WithoutHeaders())
	}
	return append(out, registry.WithInclude(registry.IncludeNone))
}

// TypedTable returns a table of the library as the handlers take it: with the object of each row. Columns of metadata
// have the descriptions of Kubernetes.
func TypedTable(ctx context.Context, table map[string]any, objs []runtime.Object) (*metav1.Table, error) {
	out := &metav1.Table{}
	if err := apimachinery.FromMap(ctx, table, out); err != nil {
		return nil, err
	}
	out.TypeMeta = metav1.TypeMeta{} // the handlers set it
	docs := metav1.ObjectMeta{}.SwaggerDoc()
	for i, fields := 0, map[string]string{"Name": "name", "Age": "creationTimestamp", "Created At": "creationTimestamp"}; i < len(out.ColumnDefinitions); i++ {
		if field, ok := fields[out.ColumnDefinitions[i].Name]; ok {
			out.ColumnDefinitions[i].Description = docs[field]
		}
	}
	for i := range out.Rows {
		out.Rows[i].Object.Object = objs[i]
	}
	return out, nil
}
