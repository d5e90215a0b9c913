package apimachinery

import (
	"cmp"
	"context"
	"iter"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metatable "k8s.io/apimachinery/pkg/api/meta/table"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/table"
	"github.com/seed95800270/crdschema/internal/work"
)

// TableConvertor makes the tables that kubectl prints. It is a rest.TableConvertor for a
// genericregistry.Store. It is safe for concurrent use.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor.
type TableConvertor struct {
	columns *table.Columns
	headers []metav1.TableColumnDefinition
	now     func() time.Time
}

// TableConvertorOption configures a [TableConvertor].
type TableConvertorOption interface{ applyTo(*TableConvertor) }

type tableConvertorOptionFunc func(*TableConvertor)

func (f tableConvertorOptionFunc) applyTo(t *TableConvertor) { f(t) }

// WithClock sets the clock to which ages are relative, time.Now by default.
func WithClock(now func() time.Time) TableConvertorOption {
	return tableConvertorOptionFunc(func(t *TableConvertor) { t.now = now })
}

// NewTableConvertor returns a convertor for objects of a version. See
// registry.Printer.Table.
func NewTableConvertor(v *crdschema.Version, opts ...TableConvertorOption) *TableConvertor {
	t := &TableConvertor{columns: table.New(nil, columnsOf(v)), now: time.Now}
	for _, d := range t.columns.Definitions() {
		t.headers = append(t.headers, headerOf(d.(map[string]any)))
	}
	docs := metav1.ObjectMeta{}.SwaggerDoc() // the server's descriptions
	t.headers[0].Description = docs["name"]
	if len(v.PrinterColumns()) == 0 {
		t.headers[1].Description = docs["creationTimestamp"]
	}
	for _, o := range opts {
		o.applyTo(t)
	}
	return t
}

func columnsOf(v *crdschema.Version) iter.Seq[crd.Column] {
	return func(yield func(crd.Column) bool) {
		for _, c := range v.PrinterColumns() {
			if !yield(crd.Column(c)) {
				return
			}
		}
	}
}

func headerOf(d map[string]any) metav1.TableColumnDefinition {
	return metav1.TableColumnDefinition{
		Name: text(d, "name"), Type: text(d, "type"), Format: text(d, "format"), Description: text(d, "description"),
		Priority: int32(d["priority"].(int64)),
	}
}

// ConvertToTable returns the table of an object or of the items of a list, each row with its
// object. *metav1.TableOptions as options can omit the headers. Tables share their headers:
// treat them as read-only.
//
// The error says that an object is without metadata or cannot be read (see [ToMap]).
func (t *TableConvertor) ConvertToTable(ctx context.Context, obj, options runtime.Object) (*metav1.Table, error) {
	out := &metav1.Table{}
	if o, ok := options.(*metav1.TableOptions); !ok || o == nil || !o.NoHeaders {
		out.ColumnDefinitions = t.headers
	}
	setListMeta(out, obj)
	w := work.Start(ctx, "printing a table")
	printer := t.columns.Printer(t.now(), w)
	var err error
	out.Rows, err = metatable.MetaToTableRow(obj, func(obj runtime.Object, _ metav1.Object, _, _ string) ([]any, error) {
		m, err := rowContent(ctx, obj)
		if err != nil {
			return nil, err
		}
		w.Step(table.CellSteps * len(t.headers))
		return printer.AppendCells(make([]any, 0, len(t.headers)), []map[string]any{m}), w.Err()
	})
	if err = cmp.Or(err, w.Err()); err != nil {
		return nil, err
	}
	return out, nil
}

// rowContent leaves unstructured content as found: only the values of the columns are read.
func rowContent(ctx context.Context, obj runtime.Object) (map[string]any, error) {
	if u, ok := obj.(runtime.Unstructured); ok {
		return u.UnstructuredContent(), nil
	}
	return ToMap(ctx, obj)
}

func setListMeta(out *metav1.Table, obj runtime.Object) {
	if list, err := meta.ListAccessor(obj); err == nil {
		out.ResourceVersion = list.GetResourceVersion()
		out.Continue = list.GetContinue()
		out.RemainingItemCount = list.GetRemainingItemCount()
	} else if one, err := meta.CommonAccessor(obj); err == nil {
		out.ResourceVersion = one.GetResourceVersion()
	}
}
