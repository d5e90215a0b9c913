package oracle

import (
	"context"
	"fmt"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/registry/rest"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestAdapterTables compares tables of apimachinery with those of the reference: of an
// object, of a list, and without headers.
func TestAdapterTables(t *testing.T) {
	cases := parity.Times(corpusRequests(t, parity.Full(10)), 1, func(seed uint64, in request) tableInput {
		v, _ := in.ours.Version(in.version)
		return tableInput{in, v, seed}
	})
	parity.Run(t, "adapter-tables", cases, func(c *parity.Check, in tableInput) {
		theirs, err := in.reference()
		if err != nil {
			c.Void()
			return
		}
		list := &unstructured.UnstructuredList{Object: map[string]any{"metadata": map[string]any{"resourceVersion": "9", "continue": "more", "remainingItemCount": int64(3)}}}
		list.Items = []unstructured.Unstructured{{Object: in.object}, {Object: in.old}}
		if in.old == nil {
			list.Items = list.Items[:1]
		}
		ours := apimachinery.NewTableConvertor(in.v)
		for what, obj := range map[string]runtime.Object{"object": fresh(in.object), "list": list} {
			for _, options := range []runtime.Object{nil, &metav1.TableOptions{NoHeaders: in.seed%2 == 0}} {
				compareTables(c, what, ours, theirs, obj, options)
			}
		}
	})
}

type tableInput struct {
	request
	v    *crdschema.Version
	seed uint64
}

// reference returns the convertor of the reference for the columns that a server uses.
//
// Reference: the unexported serveDefaultColumnsIfEmpty of
// k8s.io/apiextensions-apiserver/pkg/apiserver.
func (in tableInput) reference() (rest.TableConvertor, error) {
	var columns []apiextensionsv1.CustomResourceColumnDefinition
	for _, c := range in.v.PrinterColumns() {
		columns = append(columns, apiextensionsv1.CustomResourceColumnDefinition{
			Name: c.Name, Type: c.Type, Format: c.Format, Description: c.Description, Priority: c.Priority, JSONPath: c.JSONPath,
		})
	}
	if len(columns) == 0 {
		columns = []apiextensionsv1.CustomResourceColumnDefinition{{
			Name: "Age", Type: "date", Description: metav1.ObjectMeta{}.SwaggerDoc()["creationTimestamp"], JSONPath: ".metadata.creationTimestamp",
		}}
	}
	return tableconvertor.New(columns)
}

// compareTables compares one table. Ages are relative to clocks that differ, and in one case
// of many by a second.
func compareTables(c *parity.Check, what string, ours, theirs rest.TableConvertor, obj, options runtime.Object) {
	table := func(t rest.TableConvertor) string {
		out, err := t.ConvertToTable(context.Background(), obj, options)
		if err != nil {
			return err.Error()
		}
		text := fmt.Sprintf("%s %#v", &out.ListMeta, out.ColumnDefinitions) // with the values of pointers
		for _, row := range out.Rows {
			text += fmt.Sprintf("\n%#v of %v", row.Cells, row.Object.Object.(*unstructured.Unstructured).GetName())
		}
		return text
	}
	mine := table(ours)
	answer, _ := parity.Repeat30(func() string { return table(theirs) }, func(text string) bool {
		mine = table(ours)
		return text == mine
	})
	c.Equal(what, mine, answer)
}
