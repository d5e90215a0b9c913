package embedders

import (
	"slices"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// unreported returns the kinds of unknown fields that the project does not report.
func (p project) unreported(ours trace, server crdschema.Result) (kinds []string) {
	for _, path := range server.Dropped {
		switch {
		case ours.ran(unknown) && slices.ContainsFunc(ours.found, func(f finding) bool { return slices.Equal(f.err.Path, path) }):
		case ours.ran(unknown):
			kinds = append(kinds, metadataFields)
		case slices.Contains(p.calls, unknown):
			kinds = append(kinds, stops)
		default:
			kinds = append(kinds, unknownSilent)
		}
	}
	return kinds
}

// objectDifferences returns the kinds of differences between the object that a
// project goes on with and the one that the server validates.
func (p project) objectDifferences(obj map[string]any, server crdschema.Result) (kinds []string) {
	for _, path := range server.Dropped {
		switch _, found := lookUp(obj, path); {
		case found && slices.Contains(p.calls, unknown): // which drops them
			kinds = append(kinds, metadataKept)
		case found:
			kinds = append(kinds, unknownKept)
		}
	}
	for _, path := range server.Defaulted {
		v, found := lookUp(obj, path)
		decoded, _ := lookUp(server.Decoded, path)
		prepared, _ := lookUp(server.Validated, path)
		switch {
		case !found || v == nil:
			kinds = append(kinds, defaultsUnset)
		case !structural.Equal(v, decoded) && !structural.Equal(v, prepared):
			kinds = append(kinds, defaultsUnpruned)
		}
	}
	kept := false
	walkNulls(obj, nil, func(path structural.Path) {
		v, found := lookUp(server.Decoded, path)
		kept = kept || !found && v == nil && !below(path, server.Dropped) && !below(path, server.Defaulted)
	})
	if kept {
		kinds = append(kinds, nullsKept)
	}
	if !structural.Equal(outsideMetadata(server.Decoded), outsideMetadata(server.Validated)) &&
		structural.Equal(server.Decoded["status"], obj["status"]) {
		kinds = append(kinds, notPrepared)
	}
	return kinds
}

func outsideMetadata(obj map[string]any) map[string]any {
	out := map[string]any{}
	for name, v := range obj {
		if name != "metadata" {
			out[name] = v
		}
	}
	return out
}

func below(path structural.Path, dropped []structural.Path) bool {
	return slices.ContainsFunc(dropped, func(d structural.Path) bool { return len(d) <= len(path) && slices.Equal(d, path[:len(d)]) })
}

// walkNulls calls visit with the paths of all nulls below fields.
func walkNulls(v any, path structural.Path, visit func(structural.Path)) {
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			at := path.Append(structural.Field(name))
			if e == nil {
				visit(at)
			}
			walkNulls(e, at, visit)
		}
	case []any:
		for i, e := range v {
			walkNulls(e, path.Append(structural.Index(i)), visit)
		}
	}
}

// lookUp returns the value at a path.
func lookUp(v any, path structural.Path) (any, bool) {
	for _, step := range path {
		switch in := v.(type) {
		case map[string]any:
			var found bool
			if v, found = in[step.Name()]; !found {
				return nil, false
			}
		case []any:
			if step.Kind() != field.IndexStep || step.Index() >= len(in) {
				return nil, false
			}
			v = in[step.Index()]
		default:
			return nil, false
		}
	}
	return v, true
}
