package judge

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/openapiv2/specschema"
	"github.com/seed95800270/crdschema/structural/field"
)

// Published are the schemas of built-in kinds in OpenAPI documents of a server. They say which fields an
// object has and of which types, not what the server validates in code. They are safe for concurrent
// use.
type Published struct {
	compiler  *fragment.Compiler
	documents []openAPI

	mu    sync.Mutex
	kinds map[[2]string]*fragment.Fragment // by apiVersion and kind, nil for unknown ones
}

// openAPI is a document of version 2 or 3.
type openAPI struct {
	prefix  string // of references
	schemas map[string]any
}

// NewPublished returns schemas without documents.
func NewPublished(compiler *fragment.Compiler) *Published {
	return &Published{compiler: compiler, kinds: map[[2]string]*fragment.Fragment{}}
}

// Read adds the documents of sources, and yields an item for each that cannot be read, and for other
// texts.
func (p *Published) Read(ctx context.Context, from iter.Seq[input.Source], yield func(report.Item)) {
	for s := range from {
		for t := range s.Texts() {
			for _, o := range t.Objects(ctx) {
				err := o.Err
				if err == nil {
					err = p.add(o.Value)
				}
				if err != nil {
					v := verdict{ctx: ctx, object: &o, item: start(&o)}
					v.unreadable(report.RuleUnreadable, err)
					yield(v.item)
				}
			}
		}
	}
}

func (p *Published) add(doc map[string]any) error {
	components, _ := doc["components"].(map[string]any)
	for prefix, v := range map[string]any{"#/definitions/": doc["definitions"], "#/components/schemas/": components["schemas"]} {
		if schemas, ok := v.(map[string]any); ok {
			openUp(schemas)
			p.documents = append(p.documents, openAPI{prefix, schemas})
			return nil
		}
	}
	return errors.New("it is not an OpenAPI document: it has neither definitions nor components.schemas")
}

// quantity ends the name of the schema of quantities. Version 2 says that they are strings; the server
// takes numbers, too.
const quantity = ".api.resource.Quantity"

// openUp lets schemas of objects without fields have any fields: they are of values that Go types hold as
// they are.
func openUp(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			openUp(e)
		}
	case map[string]any:
		for name, e := range v {
			if strings.HasSuffix(name, quantity) {
				v[name] = map[string]any{"anyOf": []any{map[string]any{"type": "string"}, map[string]any{"type": "number"}}}
				continue
			}
			openUp(e)
		}
		if v["type"] == "object" && v["properties"] == nil && v["additionalProperties"] == nil {
			v["x-kubernetes-preserve-unknown-fields"] = true
		}
	}
}

// of returns the schema of a kind, or nil if no document has it.
func (p *Published) of(ctx context.Context, o *input.Object) (*fragment.Fragment, error) {
	if p == nil {
		return nil, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := [2]string{o.Text("apiVersion"), o.Text("kind")}
	if known, found := p.kinds[key]; found {
		return known, nil
	}
	for _, doc := range p.documents {
		part := doc.partOf(key[0], key[1])
		if part == nil {
			continue
		}
		// The errors are about keywords that CRDs do not have: they are left out of the schema.
		schema, _, err := specschema.FromDocument(ctx, part, key[0], key[1])
		if err != nil {
			return nil, err
		}
		compiled, err := p.compiler.CompileSchema(ctx, schema)
		if err != nil {
			return nil, err
		}
		p.kinds[key] = compiled
		return compiled, nil
	}
	p.kinds[key] = nil
	return nil, nil
}

// partOf returns a document with the schema of a kind and what it refers to, or nil. The schema of the
// root's metadata has another name, so that it is read as any schema is.
func (d openAPI) partOf(apiVersion, kind string) map[string]any {
	name := d.find(apiVersion, kind)
	if name == "" {
		return nil
	}
	root := maps.Clone(d.schemas[name].(map[string]any))
	used := map[string]any{name: root}
	if properties, _ := root["properties"].(map[string]any); properties["metadata"] != nil {
		properties = maps.Clone(properties)
		if to := firstReference(properties["metadata"]); to != "" {
			used["metadata"] = d.schemas[strings.TrimPrefix(to, d.prefix)]
			properties["metadata"] = map[string]any{"$ref": d.prefix + "metadata"}
		}
		root["properties"] = properties
	}
	d.addReferred(used, root)
	d.addReferred(used, used["metadata"])
	if d.prefix == "#/definitions/" {
		return map[string]any{"definitions": used}
	}
	return map[string]any{"components": map[string]any{"schemas": used}}
}

func (d openAPI) find(apiVersion, kind string) string {
	group, version, found := strings.Cut(apiVersion, "/")
	if !found {
		group, version = "", apiVersion
	}
	for _, name := range slices.Sorted(maps.Keys(d.schemas)) {
		schema, _ := d.schemas[name].(map[string]any)
		kinds, _ := schema["x-kubernetes-group-version-kind"].([]any)
		for _, v := range kinds {
			if k, _ := v.(map[string]any); k["group"] == group && k["version"] == version && k["kind"] == kind {
				return name
			}
		}
	}
	return ""
}

// addReferred adds the schemas to which a value refers.
func (d openAPI) addReferred(used map[string]any, v any) {
	for to := range references(v) {
		name := strings.TrimPrefix(to, d.prefix)
		if schema, found := d.schemas[name]; found && used[name] == nil {
			used[name] = schema
			d.addReferred(used, schema)
		}
	}
}

func firstReference(v any) string {
	for to := range references(v) {
		return to
	}
	return ""
}

// references returns the values of $ref in a schema.
func references(v any) iter.Seq[string] {
	var walk func(v any, yield func(string) bool) bool
	walk = func(v any, yield func(string) bool) bool {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				if !walk(e, yield) {
					return false
				}
			}
		case map[string]any:
			if to, ok := v["$ref"].(string); ok && !yield(to) {
				return false
			}
			for _, name := range slices.Sorted(maps.Keys(v)) {
				if !walk(v[name], yield) {
					return false
				}
			}
		}
		return true
	}
	return func(yield func(string) bool) { walk(v, yield) }
}

// withoutNulls returns a value without fields that are null: Go types take them for absent.
func withoutNulls(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = withoutNulls(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, e := range v {
			if e != nil {
				out[name] = withoutNulls(e)
			}
		}
		return out
	}
	return v
}

// builtIn judges an object by the schema of its kind.
func (j *Judge) builtIn(v *verdict, f *fragment.Fragment) {
	v.item.SchemaOnly = true
	value, dropped, err := f.Prune(v.ctx, withoutNulls(v.object.Value))
	if err != nil {
		v.unreadable(report.RuleNoVerdict, err)
		return
	}
	found, err := f.Validate(v.ctx, value)
	if err != nil {
		v.unreadable(report.RuleNoVerdict, err)
		return
	}
	for _, path := range dropped {
		j.strictly(v, v.located(report.Finding{Rule: string(codes.UnknownField), Message: fmt.Sprintf("unknown field %q", path.Dotted())}, path))
	}
	for _, text := range v.object.Duplicates {
		j.strictly(v, report.Finding{Rule: report.RuleWarning, Message: text, Line: v.item.Line})
	}
	for _, e := range found.Errors {
		if e.Kind == field.Duplicate { // the server takes some: only apply needs the keys
			v.add(v.located(report.Finding{Level: report.Note, Rule: report.RuleNote, Message: e.Error()}, e.Path))
			continue
		}
		v.item.Verdict = report.Refused
		v.add(v.located(report.Finding{Level: report.Error, Rule: string(e.Code), Message: e.Error()}, e.Path))
	}
}

// strictly adds what a server says about an unknown or repeated field.
func (j *Judge) strictly(v *verdict, f report.Finding) {
	switch j.FieldValidation {
	case crdschema.Ignore:
		return
	case crdschema.Warn:
		f.Level = report.Warning
	default:
		f.Level, v.item.Verdict = report.Error, report.Refused
	}
	v.add(f)
}
