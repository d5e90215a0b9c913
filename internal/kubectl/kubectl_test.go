package kubectl_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/kubectl"
)

// listing returns a table of objects with the columns Name and Value, the second for -o wide,
// and a value at .v of the objects.
func listing(values ...any) kubectl.Listing {
	var rows []any
	for i, v := range values {
		name := fmt.Sprint("n", i)
		object := map[string]any{"metadata": map[string]any{"name": name, "namespace": "default", "labels": map[string]any{"a": "b"}}}
		if v != nil {
			object["v"] = v
		}
		rows = append(rows, map[string]any{"cells": []any{name, v, "last"}, "object": object})
	}
	return kubectl.Listing{
		Kind: kubectl.Kind{Group: "Example.com", Kind: "Lamp", Namespaced: true},
		Table: map[string]any{"apiVersion": "meta.k8s.io/v1", "kind": "Table", "rows": rows, "columnDefinitions": []any{
			map[string]any{"name": "Name", "type": "string", "format": "name", "priority": int64(0)},
			map[string]any{"name": "Value", "type": "string", "priority": int64(1)}, map[string]any{"name": "Last", "type": "string", "priority": int64(0)},
		}},
	}
}

func printed(t *testing.T, o kubectl.Options, listings ...kubectl.Listing) string {
	t.Helper()
	var out bytes.Buffer
	some, err := o.Print(&out, listings)
	require.NoError(t, err)
	require.Equal(t, out.Len() > 0, some)
	return out.String()
}

// TestCells checks cells that are hard to print. The width of a column is that of its longest
// cell in bytes, as it was sent.
func TestCells(t *testing.T) {
	cells := listing("a\nb", "\x1b[1m", 1e6, 1e21, true, nil, "\xff", "é", "a\tb")
	assert.Equal(t, `NAME   VALUE     LAST
n0     a...      last
n1     ^[[1m     last
n2     1000000   last
n3     1e+21     last
n4     true      last
n5               last
n6     `+"\ufffd"+`         last
n7     é         last
n8     a         b     last
`, printed(t, kubectl.Options{Output: kubectl.Wide}, cells))
	assert.Equal(t, "NAME   VALUE      LAST\nn0     äöüß       last\n", printed(t, kubectl.Options{Output: kubectl.Wide}, listing("äöüß")))
	assert.Equal(t, "NAME   LAST\nn0     last\n", printed(t, kubectl.Options{}, listing("long text")))
	assert.Equal(t, "n0    äöüß        last\nn1    123456789   last\n", printed(t, kubectl.Options{Output: kubectl.Wide, NoHeaders: true}, listing("äöüß", int64(123456789))))
}

func TestDecorations(t *testing.T) {
	o := kubectl.Options{AllNamespaces: true, ShowLabels: true, ShowKind: true, LabelColumns: []string{"x/a", "a"}}
	assert.Equal(t, `NAMESPACE   NAME                  LAST   A     A     LABELS
default     lamp.example.com/n0   last         b     a=b
`, printed(t, o, listing("v")))
	two := kubectl.Options{}
	assert.Equal(t, "NAME                  LAST\nlamp.example.com/n0   last\n\nNAME                  LAST\nlamp.example.com/n0   last\n", printed(t, two, listing("v"), listing(), listing("w")))
	assert.Empty(t, printed(t, two, listing()))
}

// TestSort checks orders: quantities are numbers, missing values come first.
func TestSort(t *testing.T) {
	o := kubectl.Options{SortBy: "v", NoHeaders: true, Output: kubectl.Wide}
	order := func(values ...any) string {
		var out bytes.Buffer
		_, err := o.Print(&out, []kubectl.Listing{listing(values...)})
		if err != nil {
			return err.Error()
		}
		return strings.Join(strings.Fields(strings.ReplaceAll(out.String(), "last", "")), " ")
	}
	assert.Equal(t, "n2 1 n0 2 n1 10", order(int64(2), int64(10), int64(1)))
	assert.Equal(t, "n1 500m n2 1 n0 1Gi", order("1Gi", "500m", "1"))
	assert.Equal(t, "n1 B n0 a", order("a", "B"))
	assert.Equal(t, "n1 n0 1.5", order(1.5, nil))
	assert.Equal(t, "Field {.v} in [][][]reflect.Value is an unsortable type: interface, err: unsortable interface: interface", order(int64(1), "a"))
	assert.Equal(t, "Field {.v} in [][][]reflect.Value is an unsortable type: interface, err: unsortable type: bool", order(true, false))
	o.SortBy = "{.w}"
	assert.Empty(t, order("a", "b"), "kubectl drops the error")
	_, err := o.Print(&bytes.Buffer{}, []kubectl.Listing{listing("a"), listing("b")})
	require.EqualError(t, err, `couldn't find any field with path "{.w}" in the list of objects`)
	o.SortBy = "{.w"
	_, err = o.Print(&bytes.Buffer{}, []kubectl.Listing{listing("a"), listing("b")})
	require.ErrorContains(t, err, "unexpected path string")
}

func TestObjects(t *testing.T) {
	objs := []map[string]any{
		{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": map[string]any{"name": "b", "managedFields": []any{}}, "n": 9.3e18},
		{"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{}, "n": "<"},
	}
	print := func(format, path string) string {
		var out bytes.Buffer
		o := kubectl.Options{Output: format, SortBy: path}
		if err := o.PrintObjects(&out, objs); err != nil {
			return err.Error()
		}
		return out.String()
	}
	assert.Equal(t, "lamp.example.com/b\npod/<unknown>\n", print(kubectl.Name, ""))
	assert.Equal(t, "pod/<unknown>\nlamp.example.com/b\n", print(kubectl.Name, ".metadata.name"))
	assert.Equal(t, "couldn't find any field with path \"{.x}\" in the list of objects", print(kubectl.Name, "x"))
	assert.Contains(t, print(kubectl.YAML, ""), "\n    name: b\n  \"n\": 9300000000000000000\n")
	assert.Contains(t, print(kubectl.JSON, ""), "                \"name\": \"b\"\n            },\n            \"n\": 9300000000000000000\n")
	assert.Contains(t, print(kubectl.JSON, ""), `"n": "\u003c"`)
	assert.NotContains(t, print(kubectl.JSON, ""), "managedFields")
	assert.Contains(t, objs[0]["metadata"], "managedFields", "arguments do not change")
}

// TestHostileCells prints many long cells with tabs. It would not end if tabs took quadratic
// time.
func TestHostileCells(t *testing.T) {
	var values []any
	for i := range 2_000 {
		values = append(values, fmt.Sprint(strings.Repeat("\t", 20), i, strings.Repeat("x", 1000)))
	}
	assert.NotEmpty(t, printed(t, kubectl.Options{Output: kubectl.Wide}, listing(values...)))
}
