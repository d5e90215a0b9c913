package kubectl

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/document"
)

// PrintObjects prints objects of any kinds in a format other than a table: their names,
// or a List of them as JSON or YAML without their managed fields. The error says that
// the objects cannot be sorted or that w cannot be written to.
//
// Rule: k8s.io/kubectl/pkg/cmd/get, GetOptions.printGeneric.
func (o *Options) PrintObjects(w io.Writer, objs []map[string]any) error {
	objs, err := receivedAll(objs)
	if err != nil {
		return err
	}
	if o.SortBy != "" && len(objs) > 0 {
		swap := func(i, j int) { objs[i], objs[j] = objs[j], objs[i] }
		if err := o.sortObjects(slices.Clone(objs), swap); err != nil {
			return err
		}
	}
	text, err := o.format(objs)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

func (o *Options) format(objs []map[string]any) ([]byte, error) {
	if o.Output == Name {
		var b bytes.Buffer
		for _, obj := range objs {
			fmt.Fprintln(&b, nameOf(obj))
		}
		return b.Bytes(), nil
	}
	items := make([]any, len(objs))
	for i, obj := range objs {
		items[i] = withoutManagedFields(obj)
	}
	list := map[string]any{"apiVersion": "v1", "kind": "List", "metadata": map[string]any{"resourceVersion": ""}, "items": items}
	if o.Output == YAML {
		return document.EncodeYAML(context.Background(), withUnsigned(list))
	}
	text, err := json.MarshalIndent(list, "", "    ")
	return append(text, '\n'), err
}

// withUnsigned returns v with an unsigned integer for each float that JSON writes as
// one, because kubectl converts JSON to YAML.
//
// Rule: sigs.k8s.io/yaml, Marshal.
func withUnsigned(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, w := range v {
			out[name] = withUnsigned(w)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, w := range v {
			out[i] = withUnsigned(w)
		}
		return out
	case float64:
		if n, err := strconv.ParseUint(strconv.FormatFloat(v, 'f', -1, 64), 10, 64); err == nil {
			return n
		}
	}
	return v
}

// nameOf returns the kind and the name of an object: "lamp.example.com/a".
//
// Rule: k8s.io/cli-runtime/pkg/printers, NamePrinter.
func nameOf(obj map[string]any) string {
	group, _, found := strings.Cut(fmt.Sprint(obj["apiVersion"]), "/")
	if !found {
		group = ""
	}
	meta, _ := obj["metadata"].(map[string]any)
	name, _ := meta["name"].(string)
	if name == "" {
		name = "<unknown>"
	}
	kind := strings.ToLower(fmt.Sprint(obj["kind"]))
	if group != "" {
		kind += "." + group
	}
	return kind + "/" + name
}

func withoutManagedFields(obj map[string]any) map[string]any {
	meta, _ := obj["metadata"].(map[string]any)
	if _, found := meta["managedFields"]; !found {
		return obj
	}
	obj, meta = maps.Clone(obj), maps.Clone(meta)
	delete(meta, "managedFields")
	obj["metadata"] = meta
	return obj
}
