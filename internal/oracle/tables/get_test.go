package tables

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/cli-runtime/pkg/printers"
	"k8s.io/klog/v2"
	"k8s.io/kubectl/pkg/cmd/get"
	"k8s.io/kubectl/pkg/scheme"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/jsonpath"
	"github.com/seed95800270/crdschema/internal/kubectl"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/registry"
)

// getting is a run of kubectl get.
type getting struct {
	kubectl.Options
	Lists []list
}

// list is what the server answers about one kind.
type list struct {
	Kind  kubectl.Kind
	Table map[string]any
	Items []map[string]any
}

// TestGet compares what `kubectl get` prints of tables and of objects: those of the corpus and
// generated ones, of several kinds, sorted, with labels and namespaces.
func TestGet(t *testing.T) {
	klog.OsExit = func(code int) { panic(exit(code)) }
	klog.SetSlogLogger(slog.New(slog.DiscardHandler))
	known := corpusTables(t)
	cases := parity.Generated(parity.Full(60_000), func(seed uint64) getting { return newGetting(seed, known) })
	parity.Run(t, "get-output", cases, func(c *parity.Check, in getting) {
		var out bytes.Buffer
		err := in.ours(&out)
		ours := []any{fmt.Sprint(err), out.String()}
		parity.OneOf(c, "answer", ours, func() []any {
			var out bytes.Buffer
			theirErr := in.runTheirs(&out)
			if code := exit(0); errors.As(theirErr, &code) && err != nil { // with a text of the log
				return ours
			}
			return []any{fmt.Sprint(theirErr), out.String()}
		}, "D70")
	})
}

// exit is the exit code of a process that ends because values cannot be compared.
type exit int

// Error returns the code.
func (e exit) Error() string { return fmt.Sprint("exit code ", int(e)) }

// runTheirs calls theirs, and returns the code if the process ends.
func (in getting) runTheirs(w io.Writer) (err error) {
	defer func() {
		if code, ended := recover().(exit); ended {
			err = code
		}
	}()
	return in.theirs(w)
}

// parsePath parses any template, where the example parses only fields and indices.
func parsePath(template string) (kubectl.Finder, error) {
	path, err := jsonpath.Parse(template)
	if err != nil {
		return nil, err
	}
	return func(obj map[string]any) (any, bool, error) {
		sets, err := path.Find(nil, obj, jsonpath.Allow)
		if err != nil || len(sets) == 0 || len(sets[0]) == 0 {
			return nil, false, err
		}
		return sets[0][0], true, nil
	}, nil
}

func (in getting) ours(w io.Writer) error {
	in.ParsePath = parsePath
	if !in.IsTable() {
		var objs []map[string]any
		for _, l := range in.Lists {
			objs = append(objs, l.Items...)
		}
		return in.PrintObjects(w, objs)
	}
	var listings []kubectl.Listing
	for _, l := range in.Lists {
		listings = append(listings, kubectl.Listing{Kind: l.Kind, Table: l.Table})
	}
	_, err := in.Print(w, listings)
	return err
}

// theirs prints as GetOptions.Run does.
func (in getting) theirs(w io.Writer) error {
	if !in.IsTable() {
		return in.generic(w)
	}
	objs := make([]runtime.Object, len(in.Lists))
	for i, l := range in.Lists {
		objs[i] = sentTable(l.Table)
	}
	kinds, tables := in.Lists, append([]runtime.Object{}, objs...)
	original := func(i int) int { return i }
	if in.SortBy != "" {
		sorter := get.NewRuntimeSorter(objs, in.SortBy)
		if err := sorter.Sort(); err != nil {
			return err
		}
		original = sorter.OriginalPosition
		if len(objs) == 1 {
			original = func(i int) int { return i }
		}
	}
	tracking := &writer{Writer: w}
	for i := range objs {
		at := original(i)
		if i > 0 && !in.NoHeaders && tracking.written {
			tracking.ready = true
		}
		var out bytes.Buffer
		tab := printers.GetNewTabWriter(&out)
		_ = in.printer(kinds[at].Kind).PrintObj(tables[at], tab) // whose error kubectl drops
		_ = tab.Flush()
		_, _ = tracking.Write(out.Bytes())
	}
	return nil
}

// printer returns the printer of a kind, as GetOptions.ToPrinter does.
func (in getting) printer(k kubectl.Kind) printers.ResourcePrinter {
	printer := printers.NewTablePrinter(printers.PrintOptions{
		NoHeaders: in.NoHeaders, Wide: in.Output == kubectl.Wide, WithNamespace: in.AllNamespaces && k.Namespaced, WithKind: in.ShowKind || len(in.Lists) > 1,
		Kind: schema.GroupKind{Group: k.Group, Kind: k.Kind}, ShowLabels: in.ShowLabels, ColumnLabels: in.LabelColumns,
	})
	printer, _ = printers.NewTypeSetter(scheme.Scheme).WrapToPrinter(printer, nil)
	if in.SortBy != "" {
		printer = &get.SortingPrinter{Delegate: printer, SortField: in.SortBy}
	}
	return &get.TablePrinter{Delegate: printer}
}

// generic prints as GetOptions.printGeneric does.
func (in getting) generic(w io.Writer) error {
	list := &unstructured.UnstructuredList{Object: map[string]any{"kind": "List", "apiVersion": "v1", "metadata": map[string]any{"resourceVersion": ""}}}
	for _, l := range in.Lists {
		for _, obj := range l.Items {
			list.Items = append(list.Items, *sentTable(obj))
		}
	}
	var printer printers.ResourcePrinter = &printers.NamePrinter{}
	switch in.Output {
	case kubectl.JSON:
		printer = &printers.OmitManagedFieldsPrinter{Delegate: &printers.JSONPrinter{}}
	case kubectl.YAML:
		printer = &printers.OmitManagedFieldsPrinter{Delegate: &printers.YAMLPrinter{}}
	}
	if in.SortBy != "" {
		printer = &get.SortingPrinter{Delegate: printer, SortField: in.SortBy}
	}
	return printer.PrintObj(list, w)
}

// writer writes an empty line before the next text if it is ready.
type writer struct {
	io.Writer
	ready, written bool
}

// Write writes text.
func (w *writer) Write(text []byte) (int, error) {
	if len(text) > 0 && w.ready {
		_, _ = w.Writer.Write([]byte("\n"))
		w.ready = false
	}
	w.written = w.written || len(text) > 0
	return w.Writer.Write(text)
}

// sentTable returns an object as a client decodes it.
func sentTable(obj map[string]any) *unstructured.Unstructured {
	text, err := json.Marshal(obj)
	if err != nil {
		panic(err)
	}
	out := &unstructured.Unstructured{}
	if err := out.UnmarshalJSON(text); err != nil {
		panic(err)
	}
	return out
}

var now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func newGetting(seed uint64, known parity.Cases[printing]) getting {
	r := parity.Rand(seed)
	in := getting{Options: kubectl.Options{
		Output: pick(r, "", "", "", "wide", "wide", "json", "yaml", "name"), AllNamespaces: r.IntN(3) == 0, NoHeaders: r.IntN(4) == 0, ShowKind: r.IntN(6) == 0, ShowLabels: r.IntN(4) == 0,
	}}
	for range r.IntN(3) / 2 * 2 {
		in.LabelColumns = append(in.LabelColumns, pick(r, "app", "app.kubernetes.io/name", "é", ""))
	}
	lists := 1
	if r.IntN(4) == 0 {
		lists += r.IntN(3)
	}
	var paths []string
	for i := range lists {
		p := printingOf(r, known)
		for _, c := range p.Columns {
			paths = append(paths, c.JSONPath)
		}
		in.Lists = append(in.Lists, listOf(r, p, i))
	}
	if r.IntN(3) == 0 {
		in.SortBy = pick(r, append(paths, ".metadata.name", "metadata.creationTimestamp", "{.metadata.namespace}", "{.spec", ".kind", ".metadata.labels.app", ".b", ".rows[0].cells[0]", "[", ".missing")...)
	}
	return in
}

func printingOf(r *rand.Rand, known parity.Cases[printing]) printing {
	if known.N > 0 && r.IntN(2) == 0 {
		_, p := known.At(r.IntN(known.N))
		for range r.IntN(3) {
			more := replaced(r.Uint64(), p)
			p.Objects = more.Objects
		}
		return p
	}
	p := generatedTable(r.Uint64())
	if r.IntN(20) == 0 { // more rows than kubectl writes at a time
		for range 250 {
			p.Objects = append(p.Objects, map[string]any{"apiVersion": "example.com/v1", "kind": "Table", "metadata": map[string]any{"name": fmt.Sprint("n", r.Int32())}, "a": pick[any](r, "x", "a longer text", int64(5), 1e6, "é漢👍")})
		}
	}
	return p
}

// valid returns a copy of v whose texts are UTF-8, as those of objects on a server.
func valid(v any) any {
	switch v := v.(type) {
	case string:
		return strings.ToValidUTF8(v, "?")
	case map[string]any:
		out := map[string]any{}
		for name, w := range v {
			out[strings.ToValidUTF8(name, "?")] = valid(w)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, w := range v {
			out[i] = valid(w)
		}
		return out
	}
	return v
}

// listOf returns the answer for a list, with odd cells.
func listOf(r *rand.Rand, p printing, i int) list {
	l := list{Kind: kubectl.Kind{Group: pick(r, "example.com", "", "Example.com"), Kind: fmt.Sprint("Kind", i), Namespaced: r.IntN(3) > 0}}
	for _, obj := range p.Objects {
		obj = valid(obj).(map[string]any)
		obj["apiVersion"], obj["kind"] = l.Kind.Group+"/v1", l.Kind.Kind
		if l.Kind.Group == "" {
			obj["apiVersion"] = "v1"
		}
		meta, _ := obj["metadata"].(map[string]any)
		if meta == nil {
			meta = map[string]any{"name": "none"}
			obj["metadata"] = meta
		}
		if l.Kind.Namespaced {
			meta["namespace"] = pick(r, "default", "other", "kube-system")
		}
		if r.IntN(2) == 0 {
			meta["labels"] = map[string]any{"app": pick(r, "a", "b", "a long value"), "app.kubernetes.io/name": "n", "é": ""}
		}
		l.Items = append(l.Items, obj)
	}
	include := registry.IncludeMetadata
	if r.IntN(2) == 0 {
		include = registry.IncludeObject
	}
	l.Table = cases.Must(printerOf(p.version).Table(context.Background(), l.Items, now, registry.WithInclude(include)))
	for _, rowOf := range l.Table["rows"].([]any) {
		cells := rowOf.(map[string]any)["cells"].([]any)
		if r.IntN(12) == 0 && len(l.Items) < 100 {
			cells[r.IntN(len(cells))] = pick[any](r, "a\nb", "\x1b[31mred", "a\tb", "\r", "x\f\x1b", "é漢👍", "\v", 1e6, 1e21, 1.5, math.Copysign(0, -1), true, nil, "")
		}
	}
	return l
}
