package tables

import (
	"context"
	"encoding/json"
	"fmt"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/registry"
)

var metadataTexts = metav1.ObjectMeta{}.SwaggerDoc()

// referenceColumns returns columns as the reference has them. The one that it adds if there
// are none is written here again: its function is not exported.
func referenceColumns(columns []crdschema.PrinterColumn) []apiextensionsv1.CustomResourceColumnDefinition {
	var out []apiextensionsv1.CustomResourceColumnDefinition
	for _, c := range columns {
		out = append(out, apiextensionsv1.CustomResourceColumnDefinition{
			Name: c.Name, Type: c.Type, Format: c.Format, Description: c.Description, Priority: c.Priority, JSONPath: c.JSONPath,
		})
	}
	if len(out) == 0 {
		return []apiextensionsv1.CustomResourceColumnDefinition{
			{Name: "Age", Type: "date", Description: metadataTexts["creationTimestamp"], JSONPath: ".metadata.creationTimestamp"},
		}
	}
	return out
}

// referenceTable returns the reference's table of a list of objects, converted by a new
// convertor for each object, since it changes paths with a range.
func referenceTable(in printing) (table *metav1.Table, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	list := &unstructured.UnstructuredList{Object: map[string]any{"metadata": clone(in.Metadata)}}
	table, err = convert(in, list)
	if err != nil {
		return nil, err
	}
	for _, obj := range in.Objects {
		list.Items = []unstructured.Unstructured{{Object: clone(obj).(map[string]any)}}
		one, err := convert(in, list)
		if err != nil {
			return nil, err
		}
		table.Rows = append(table.Rows, one.Rows...)
	}
	return table, include(table, in.Include)
}

func convert(in printing, list *unstructured.UnstructuredList) (*metav1.Table, error) {
	convertor, _ := tableconvertor.New(referenceColumns(in.Columns)) // the server ignores the error
	return convertor.ConvertToTable(context.Background(), list, &metav1.TableOptions{NoHeaders: in.NoHeaders})
}

// include sets what the rows have of their objects, as asTable of
// k8s.io/apiserver/pkg/endpoints/handlers, which is not exported.
func include(table *metav1.Table, what registry.Include) error {
	table.SetGroupVersionKind(metav1.SchemeGroupVersion.WithKind("Table"))
	for i := range table.Rows {
		row := &table.Rows[i]
		m, err := meta.Accessor(row.Object.Object)
		if err != nil {
			return err
		}
		switch {
		case what == registry.IncludeObject:
		case what == registry.IncludeNone && m.GetAnnotations()[metav1.InitialEventsAnnotationKey] != "true":
			row.Object.Object = nil
		default:
			partial := meta.AsPartialObjectMetadata(m)
			partial.GetObjectKind().SetGroupVersionKind(metav1.SchemeGroupVersion.WithKind("PartialObjectMetadata"))
			row.Object.Object = partial
		}
	}
	return nil
}

// written returns a table as a client reads it, without the descriptions of the columns that
// no crd declares, which are documentation of the reference.
func written(table any) (any, error) {
	text, err := json.Marshal(table)
	if err != nil {
		return nil, err
	}
	out, err := corpus.DecodeJSON(text)
	if err != nil {
		return nil, err
	}
	definitions, _ := out["columnDefinitions"].([]any)
	for _, d := range definitions {
		column := d.(map[string]any)
		switch column["description"] {
		case metadataTexts["name"], nameText:
			column["description"] = "name"
		case metadataTexts["creationTimestamp"], ageText:
			column["description"] = "age"
		}
	}
	return out, nil
}

// The descriptions in our tables.
const (
	nameText = "Name of the object, unique for its kind in its namespace. It does not change."
	ageText  = "When the object was created. Set by the system."
)
