package hints

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

var columns = map[codes.Code]advice{
	codes.ColumnType:   columnType,
	codes.ColumnFormat: columnFormat,
	codes.SimplePath: byField(map[string]advice{
		"jsonPath": func(p *problem) draft {
			return draft{"Begin the path with a dot, as in .spec.replicas.", []change{set(p.path, dotted(p.text()))}}
		},
		"specReplicasPath":   specReplicas,
		"statusReplicasPath": statusReplicas,
		"labelSelectorPath":  labelSelector,
	}),
	codes.ScaleSpecPath:            specReplicas,
	codes.ScaleStatusPath:          statusReplicas,
	codes.ScaleSelectorPath:        labelSelector,
	codes.SelectableFieldPath:      selectablePath,
	codes.SelectableFieldMetadata:  selectableMetadata,
	codes.SelectableFieldType:      removingEntry("Name a string, boolean or integer, or remove the entry with the jsonPath."),
	codes.SelectableFieldDuplicate: droppingEntry("Remove the entry: the field is named before."),
	codes.SelectableFieldsCount:    always("Keep at most 8 selectable fields."),
	codes.SelectableFieldsSchema: byField(map[string]advice{
		"selectableFields": selectableSchema,
		"openAPIV3Schema":  unsupportedKeyword,
	}),
}

// dotted returns a path as a CRD has it: with a dot in front, without kubectl's braces.
func dotted(path string) string {
	return "." + strings.TrimLeft(strings.Trim(strings.TrimSpace(path), "{}"), "$.")
}

var (
	specReplicas   = scalePath("replicas", "Name the field that holds the wanted replicas, below .spec, as in .spec.replicas.", "spec")
	statusReplicas = scalePath("replicas", "Name the field that holds the actual replicas, below .status, as in .status.replicas.", "status")
	labelSelector  = scalePath("selector", "Name a text below .status or .spec, as in .status.selector, or leave it out.", "status", "spec")
)

func scalePath(usual, text string, roots ...string) advice {
	return func(p *problem) draft {
		schema := objectIn(objectIn(objectAt(p.crd, p.above(3)), "schema"), "openAPIV3Schema")
		path := dotted(p.text())
		names := strings.Split(path[1:], ".")
		if len(names) > 1 && slices.Contains(roots, names[0]) {
			return draft{"Write the path as " + path + ".", []change{set(p.path, path)}}
		}
		for _, last := range []string{names[len(names)-1], usual} {
			for _, root := range roots {
				better := "." + root + "." + last
				if _, ok := resolved(better, schema); ok && last != "" {
					return draft{"Write the path as " + better + ". " + text, []change{set(p.path, better)}}
				}
			}
		}
		if p.field() == "labelSelectorPath" {
			return draft{text + " The path is labelSelectorPath.", []change{remove(p.path)}}
		}
		return draft{text: text}
	}
}

func resolved(path string, schema map[string]any) (string, bool) {
	path = dotted(path)
	if strings.ContainsAny(path, "[]'\"\\") || len(path) > 1000 {
		return "", false
	}
	out := ""
	for _, name := range strings.Split(path[1:], ".") {
		properties := objectIn(schema, "properties")
		if !has(properties, name) {
			name = spelling.Nearest(name, sortedNames(properties))
		}
		if name == "" {
			return "", false
		}
		out += "." + name
		schema = objectIn(properties, name)
	}
	return out, true
}

func selectablePath(p *problem) draft {
	version := p.above(3)
	schema := objectIn(objectIn(objectAt(p.crd, version), "schema"), "openAPIV3Schema")
	list, _ := valuepath.At(p.crd, p.above(2)).([]any)
	p.spend(len(list) + len(objectIn(schema, "properties")))
	path, ok := resolved(p.text(), schema)
	if path == p.text() || p.unconvertible(version, schema) {
		return draft{text: "Correct the schema first: no path leads to a field of a schema that has errors."}
	}
	for _, f := range list {
		other, _ := f.(map[string]any)
		ok = ok && textIn(other, "jsonPath") != path
	}
	if ok {
		return draft{"Write the path as " + path + ".", []change{set(p.path, path)}}
	}
	return removingEntry("Name a declared property below the root, as in .spec.color, without lists, or remove the entry with the jsonPath.")(p)
}

// unconvertible reports whether the server cannot convert the schema of a version. It then
// finds no fields in it.
func (p *problem) unconvertible(version structural.Path, schema map[string]any) bool {
	key := version.String()
	bad, known := p.broken[key]
	if !known {
		_, errs, err := structural.FromMap(p.ctx, schema, structural.WithNormalizedInput())
		if err != nil {
			p.work.Fail(err)
		}
		bad = slices.ContainsFunc(errs, func(e *structural.Error) bool { return e.Kind == field.Forbidden })
		if p.broken == nil {
			p.broken = map[string]bool{}
		}
		p.broken[key] = bad
	}
	return bad
}

func selectableMetadata(p *problem) draft {
	switch p.text() {
	case ".metadata.name", ".metadata.namespace":
		return droppingEntry("Remove the entry: name and namespace can be selected anyway.")(p)
	default:
		return removingEntry("Remove the entry with the jsonPath: of metadata, only name and namespace can be selected, and those anyway.")(p)
	}
}

func removingEntry(text string) advice {
	return func(p *problem) draft { return draft{text, []change{remove(p.above(1))}} }
}

func droppingEntry(text string) advice {
	return func(p *problem) draft { return draft{text, []change{drop(p.above(1))}} }
}

var (
	columnTypes   = []string{"boolean", "date", "integer", "number", "string"}
	columnFormats = []string{"byte", "date", "date-time", "double", "float", "int32", "int64", "password"}
)

func columnType(p *problem) draft {
	name := p.text()
	if name == "" {
		return draft{"Add the type of the column: boolean, date, integer, number or string.", []change{set(p.path, "string")}}
	}
	t := cmp.Or(aliases[name], spelling.Nearest(name, columnTypes))
	if strings.Contains(strings.ToLower(name), "time") {
		t = "date"
	}
	if t == "" || t == "object" || t == "array" {
		t = "string"
	}
	return draft{"Change the type to " + t + ": a column shows a boolean, date, integer, number or string.", []change{set(p.path, t)}}
}

func columnFormat(p *problem) draft {
	if format := spelling.Nearest(p.text(), columnFormats); format != "" {
		return draft{"Change the format to " + format + ".", []change{set(p.path, format)}}
	}
	return draft{"Remove the format, or use one of those that are listed.", []change{remove(p.path)}}
}
