package selector

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/structural/field"
)

// LabelsFromMap returns the selector of a LabelSelector of meta.k8s.io/v1: an object with the
// fields matchLabels and matchExpressions. An empty map selects everything and nil selects
// nothing, as an absent LabelSelector does in most APIs. Unknown fields are ignored.
//
// The error is about the first wrong requirement; the keys of matchLabels come first, in byte
// order.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, LabelSelectorAsSelector.
func LabelsFromMap(m map[string]any) (Labels, error) {
	if m == nil {
		return Labels{nothing: true}, nil
	}
	var r objectReader
	expressions := r.expressions(m["matchExpressions"]) // the decoder's order, by name
	labels := r.labels(m["matchLabels"])
	if r.err != nil {
		return Labels{}, r.err
	}
	requirements, err := fromLabels(labels)
	for i := 0; err == nil && i < len(expressions); i++ {
		var one Requirement
		one, err = expressions[i].requirement(field.Path{field.Field("matchExpressions"), field.Index(i)})
		requirements = append(requirements, one)
	}
	if err != nil {
		return Labels{}, err
	}
	return newLabels(requirements), nil
}

func fromLabels(labels map[string]string) ([]Requirement, error) {
	requirements := make([]Requirement, 0, len(labels))
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		r := Requirement{Key: key, Operator: Equals, Values: []string{labels[key]}}
		path := field.Path{field.Field("matchLabels"), field.Key(key)}
		if err := checkBoth(&r, path, valuePaths{path: path}); err != nil {
			return nil, err
		}
		requirements = append(requirements, r)
	}
	return requirements, nil
}

func checkBoth(r *Requirement, key field.Path, values valuePaths) error {
	var wrong problems
	wrong.checkKey(r.Key, "key", key)
	wrong.checkValues(r, values)
	return wrong.err()
}

type expression struct {
	key, operator string
	values        []string
}

var objectOperators = map[string]Operator{"In": In, "NotIn": NotIn, "Exists": Exists, "DoesNotExist": DoesNotExist}

func (e expression) requirement(path field.Path) (Requirement, error) {
	operator, ok := objectOperators[e.operator]
	if !ok {
		return Requirement{}, field.Verbatim(field.Error{
			Code: codes.SelectorOperator, Path: path.Append(field.Field("operator")), Value: e.operator, Detail: codes.SelectorOperatorDetail(e.operator),
		})
	}
	r := Requirement{Key: e.key, Operator: operator, Values: e.values}
	err := checkBoth(&r, path.Append(field.Field("key")), valuePaths{path: path.Append(field.Field("values")), isList: true})
	slices.Sort(r.Values)
	return r, err
}

type objectReader struct{ err error }

func (r *objectReader) fail(v any, name, goType string, path field.Path) {
	if r.err == nil {
		detail := gotype.WrongFieldType(gotype.JSONType(v), name, goType)
		r.err = field.Verbatim(field.Error{Code: codes.FieldType, Path: path, Value: v, Detail: detail})
	}
}

func (r *objectReader) labels(v any) map[string]string {
	const name = "LabelSelector.matchLabels"
	path := field.Path{field.Field("matchLabels")}
	m, ok := v.(map[string]any)
	if !ok && v != nil {
		r.fail(v, name, "map[string]string", path)
	}
	out := make(map[string]string, len(m))
	for _, key := range slices.Sorted(maps.Keys(m)) {
		out[key] = r.text(m[key], name, "string", path, field.Key(key))
	}
	return out
}

func (r *objectReader) expressions(v any) []expression {
	const name, goType = "LabelSelector.matchExpressions", "v1.LabelSelectorRequirement"
	path := field.Path{field.Field("matchExpressions")}
	list, ok := v.([]any)
	if !ok && v != nil {
		r.fail(v, name, "[]"+goType, path)
	}
	out := make([]expression, len(list))
	for i, e := range list {
		at := path.Append(field.Index(i))
		m, ok := e.(map[string]any)
		if !ok && e != nil {
			r.fail(e, name, goType, at)
		}
		out[i] = r.expression(m, at)
	}
	return out
}

func (r *objectReader) expression(m map[string]any, path field.Path) (e expression) {
	const owner = "LabelSelectorRequirement.matchExpressions."
	e.key = r.text(m["key"], owner+"key", "string", path, field.Field("key"))
	e.operator = r.text(m["operator"], owner+"operator", "v1.LabelSelectorOperator", path, field.Field("operator"))
	at := path.Append(field.Field("values"))
	list, ok := m["values"].([]any)
	if !ok && m["values"] != nil {
		r.fail(m["values"], owner+"values", "[]string", at)
	}
	for i, v := range list {
		e.values = append(e.values, r.text(v, owner+"values", "string", at, field.Index(i)))
	}
	return e
}

// text returns a string, or "" for null.
func (r *objectReader) text(v any, name, goType string, path field.Path, step field.Step) string {
	s, ok := v.(string)
	if !ok && v != nil {
		r.fail(v, name, goType, path.Append(step))
	}
	return s
}
