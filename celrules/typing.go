package celrules

import (
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// typing gives the nodes of one schema their shapes. A node that stands in
// several places is looked at once.
//
// Rule: k8s.io/apiserver/pkg/cel/common, SchemaDeclType; k8s.io/apiextensions-
// apiserver/pkg/apiserver/schema/cel/model, WithTypeAndObjectMeta.
type typing struct {
	shapes *shapes
	done   map[placement]*shape
}

func newTyping(shapes *shapes) *typing {
	return &typing{shapes: shapes, done: map[placement]*shape{}}
}

// placement is a node and what its surroundings make of it.
type placement struct {
	schema *structural.Schema
	role   role
}

// role says whether a node is a resource: its kind, apiVersion and the name in
// its metadata can then be called whatever its schema says.
type role uint8

const (
	valueRole role = iota
	resourceRole
)

// roleOf is the role of a node below the root.
func roleOf(s *structural.Schema) role {
	if s.EmbeddedResource() {
		return resourceRole
	}
	return valueRole
}

// shape is nil for a schema of which rules can know nothing: one without a type
// that is no int-or-string, a list or map of such, and too many lists and maps
// inside of each other.
func (t *typing) shape(s *structural.Schema, r role) *shape {
	if s == nil {
		return nil
	}
	at := placement{s, r}
	out, known := t.done[at]
	if !known {
		out = t.make(s, r)
		t.done[at] = out
	}
	return out
}

func (t *typing) make(s *structural.Schema, r role) *shape {
	if s.IntOrString() {
		return t.shapes.scalar(dynKind, untypedSize(s), anyWeight)
	}
	switch s.Type() {
	case structural.Array:
		if elem := t.element(s.Items()); elem != nil {
			return t.shapes.list(elem, listSize(s, elem))
		}
	case structural.Object:
		if s.AdditionalProperties() == nil {
			return t.object(s, r)
		}
		if elem := t.element(s.AdditionalProperties()); elem != nil {
			return t.shapes.dict(elem, mapSize(s, elem))
		}
	case structural.String:
		return t.text(s)
	case structural.Boolean:
		return t.shapes.scalar(boolKind, 0, boolWeight)
	case structural.Number:
		return t.shapes.scalar(doubleKind, 0, numberWeight)
	case structural.Integer:
		return t.shapes.scalar(intKind, 0, numberWeight)
	}
	return nil
}

// part is the shape of a property.
func (t *typing) part(s *structural.Schema) *shape { return t.shape(s, roleOf(s)) }

// element is the shape of items or additional properties, nil if it is nested too
// deep.
func (t *typing) element(s *structural.Schema) *shape {
	if elem := t.part(s); elem != nil && elem.form.depth < maxNesting {
		return elem
	}
	return nil
}

func (t *typing) text(s *structural.Schema) *shape {
	switch s.Format() {
	case "byte":
		return t.shapes.scalar(bytesKind, bytesSize(s), stringWeight)
	case "duration":
		return t.shapes.scalar(durationKind, maxDuration, durationWeight)
	case "date":
		return t.shapes.scalar(timestampKind, maxDate, dateWeight)
	case "date-time":
		return t.shapes.scalar(timestampKind, maxTimestamp, timestampWeight)
	default:
		return t.shapes.scalar(stringKind, textSize(s), stringWeight)
	}
}

func (t *typing) object(s *structural.Schema, r role) *shape {
	required := map[string]bool{}
	for _, name := range s.Required() {
		required[name] = true
	}
	weight := int64(objectWeight)
	fields := make([]declField, 0, s.NumProperties())
	for name, property := range t.properties(s, r) {
		if property.shape == nil {
			continue
		}
		if identifier, ok := Escape(name); ok {
			fields = append(fields, declField{identifier, property.shape})
		}
		if required[name] && !property.defaulted {
			weight += int64(len(name)) + property.shape.weight + memberWeight
		}
	}
	return t.shapes.object(fields, weight)
}

// property is what an object has to know of one.
type property struct {
	shape     *shape // nil: not known to rules
	defaulted bool   // has a default, so that it need not be sent
}

// properties yields the properties of an object, which for a resource are not
// just those that are declared.
func (t *typing) properties(s *structural.Schema, r role) func(yield func(string, property) bool) {
	return func(yield func(string, property) bool) {
		added := completed(s, r)
		if added {
			anyText := t.shapes.scalar(stringKind, maxText, stringWeight)
			meta := t.metadata(s.Property("metadata"))
			if !yield("apiVersion", property{shape: anyText}) || !yield("kind", property{shape: anyText}) || !yield("metadata", property{shape: meta}) {
				return
			}
		}
		for name, p := range s.Properties() {
			if added && field.IsMeta(name) {
				continue
			}
			if !yield(name, property{t.part(p), p.HasDefault()}) {
				return
			}
		}
	}
}

// completed tells whether the schema of a resource is completed with what all
// resources have, in place of what it says about these fields.
func completed(s *structural.Schema, r role) bool {
	if r != resourceRole {
		return false
	}
	isText := func(s *structural.Schema, name string) bool { return s.Property(name).Type() == structural.String }
	meta := s.Property("metadata")
	return !isText(s, "kind") || !isText(s, "apiVersion") || meta.Type() != structural.Object ||
		!isText(meta, "name") || !isText(meta, "generateName")
}

// metadata is the shape of the metadata of a resource that is completed: nothing
// but the two names, at most as long as a server takes them.
func (t *typing) metadata(declared *structural.Schema) *shape {
	name := func(name string, limit int64) declField {
		if shorter, ok := declared.Property(name).MaxLength(); ok {
			limit = min(limit, shorter)
		}
		return declField{name, t.shapes.scalar(stringKind, max(limit, 0)*maxRune, stringWeight)}
	}
	return t.shapes.object([]declField{name("generateName", maxGenerateName), name("name", maxName)}, objectWeight)
}
