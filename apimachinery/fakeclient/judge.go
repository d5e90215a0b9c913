package fakeclient

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// judge adds the findings about a request that was accepted.
func (s *server) judge(ctx context.Context, r *request, result crdschema.Result, old *entry) {
	name := text(result.Object, "name")
	for _, path := range result.Dropped {
		s.add(r, name, DroppedField, fmt.Sprintf("%s: the CRD does not specify this field", path))
	}
	for i, warning := range result.Warnings {
		if i >= len(result.WarningPaths) || !contains(result.Dropped, result.WarningPaths[i]) {
			s.add(r, name, Warning, warning)
		}
	}
	for _, err := range result.Ratcheted {
		s.add(r, name, ToleratedError, err.Error())
	}
	for _, field := range ignored(result) {
		s.add(r, name, IgnoredChange, fmt.Sprintf("%s: %s does not change this field", field, r.verb))
	}
	if result.Unchanged {
		s.add(r, name, NoChange, "the object is stored like this already")
	}
	if r.typed {
		s.judgeZeros(ctx, r, name, old)
	}
}

func contains(paths []structural.Path, path structural.Path) bool {
	return path != nil && slices.ContainsFunc(paths, func(p structural.Path) bool { return p.String() == path.String() })
}

// ignored returns the fields that the request would change but its endpoint does not.
func ignored(result crdschema.Result) []string {
	var out []string
	for _, field := range slices.Sorted(maps.Keys(result.Decoded)) {
		sent := result.Decoded[field]
		if field == "apiVersion" || field == "kind" || field == "metadata" || isZero(sent) {
			continue
		}
		if result.Decoded["kind"] != "Scale" && !structural.Equal(sent, result.Validated[field]) {
			out = append(out, field)
		}
	}
	return out
}

// isZero reports whether a value has zero values only.
func isZero(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, child := range v {
			if !isZero(child) {
				return false
			}
		}
		return true
	case []any:
		return len(v) == 0
	}
	return v == nil || v == "" || v == false || v == int64(0) || v == float64(0)
}

// judgeZeros adds the zero values of a Go type that keep a default of the CRD from being set. Zeros
// that are stored already were found before.
func (s *server) judgeZeros(ctx context.Context, r *request, name string, old *entry) {
	doc, err := document.DecodeJSON(ctx, r.body)
	if err != nil {
		return
	}
	defaulted, _, err := r.version.version.Default(ctx, withoutZeros(doc.Object).(map[string]any))
	if err != nil {
		return
	}
	var before any
	if old != nil {
		before, _ = r.version.kind.Read(ctx, old.stored, r.version.gvk.Version)
	}
	for _, z := range zeros(nil, "", r.stored(doc.Object), defaulted, before) {
		s.add(r, name, ZeroOverDefault, z)
	}
}

// stored returns the fields of an object that the endpoint of the request stores.
func (r *request) stored(obj map[string]any) map[string]any {
	if !r.version.version.Subresources().Status {
		return obj
	}
	out := map[string]any{}
	for name, value := range obj {
		if (name == "status") == (r.operation == crdschema.UpdateStatus) {
			out[name] = value
		}
	}
	return out
}

// withoutZeros returns v without the fields that are zero.
func withoutZeros(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, child := range v {
			if !isScalarZero(child) {
				out[name] = withoutZeros(child)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, child := range v {
			out[i] = withoutZeros(child)
		}
		return out
	}
	return v
}

func isScalarZero(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return v != nil && isZero(v)
}

// zeros returns the fields of sent that are zero and have another default, unless old has the zero.
func zeros(found []string, path string, sent, defaulted, old any) []string {
	switch sent := sent.(type) {
	case map[string]any:
		defaults, _ := defaulted.(map[string]any)
		olds, _ := old.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(sent)) {
			before, stored := olds[name]
			found = zero(found, join(path, name), sent[name], defaults[name], before, stored)
		}
	case []any:
		defaults, _ := defaulted.([]any)
		olds, _ := old.([]any)
		for i := range min(len(sent), len(defaults)) {
			var before any
			if i < len(olds) {
				before = olds[i]
			}
			found = zeros(found, fmt.Sprintf("%s[%d]", path, i), sent[i], defaults[i], before)
		}
	}
	return found
}

func zero(found []string, path string, sent, defaulted, old any, stored bool) []string {
	if !isScalarZero(sent) {
		return zeros(found, path, sent, defaulted, old)
	}
	if isZero(defaulted) || stored && structural.Equal(sent, old) {
		return found
	}
	return append(found, fmt.Sprintf("%s: the zero value takes the place of the default %v", path, defaulted))
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
