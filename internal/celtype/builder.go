package celtype

import (
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
)

// Builder returns the declared types of the nodes of one schema, each built once.
//
// Rule: k8s.io/apiserver/pkg/cel/common, SchemaDeclType; k8s.io/apiextensions-
// apiserver/pkg/apiserver/schema/cel/model, WithTypeAndObjectMeta.
type Builder struct {
	interner *Interner
	built    map[schemaInRole]*DeclType
}

// NewBuilder returns a builder for an interner.
func NewBuilder(in *Interner) *Builder {
	return &Builder{interner: in, built: map[schemaInRole]*DeclType{}}
}

type schemaInRole struct {
	schema *structural.Schema
	role   Role
}

// Role is whether values are resources: their kind, apiVersion and names in metadata are
// declared regardless of the schema.
type Role uint8

const (
	// Value is the role of every other value.
	Value Role = iota
	// Resource is the role of custom resources and embedded resources.
	Resource
)

// RoleOf returns the role of the schema of a value.
func RoleOf(s *structural.Schema, root structural.Root) Role {
	if root == structural.Resource || s.EmbeddedResource() {
		return Resource
	}
	return Value
}

// DeclType returns the declared type of s, or nil if rules cannot access its values: if s
// is nil, is without a type and not an int-or-string, is a list or map of such values, or
// nests too many lists and maps.
func (b *Builder) DeclType(s *structural.Schema, r Role) *DeclType {
	if s == nil {
		return nil
	}
	key := schemaInRole{s, r}
	t, known := b.built[key]
	if !known {
		t = b.build(s, r)
		b.built[key] = t
	}
	return t
}

func (b *Builder) build(s *structural.Schema, r Role) *DeclType {
	if s.IntOrString() {
		return b.interner.scalar(dynKind, maxIntOrStringSize(s), dynBytes)
	}
	switch s.Type() {
	case structural.Array:
		if elem := b.elem(s.Items()); elem != nil {
			return b.interner.list(elem, maxItems(s, elem))
		}
	case structural.Object:
		if s.AdditionalProperties() == nil {
			return b.object(s, r)
		}
		if elem := b.elem(s.AdditionalProperties()); elem != nil {
			return b.interner.mapOf(elem, maxProperties(s, elem))
		}
	case structural.String:
		return b.text(s)
	case structural.Boolean:
		return b.interner.scalar(boolKind, 0, boolBytes)
	case structural.Number:
		return b.interner.scalar(doubleKind, 0, numberBytes)
	case structural.Integer:
		return b.interner.scalar(intKind, 0, numberBytes)
	}
	return nil
}

func (b *Builder) elem(s *structural.Schema) *DeclType {
	if elem := b.DeclType(s, RoleOf(s, structural.Value)); elem != nil && elem.nesting.depth < maxDepth {
		return elem
	}
	return nil
}

func (b *Builder) text(s *structural.Schema) *DeclType {
	switch s.Format() {
	case "byte":
		return b.interner.scalar(bytesKind, maxBytesSize(s), stringBytes)
	case "duration":
		return b.interner.scalar(durationKind, maxDurationSize, durationBytes)
	case "date":
		return b.interner.scalar(timestampKind, maxDateSize, dateBytes)
	case "date-time":
		return b.interner.scalar(timestampKind, maxTimestampSize, timestampBytes)
	default:
		return b.interner.scalar(stringKind, maxStringSize(s), stringBytes)
	}
}

func (b *Builder) object(s *structural.Schema, r Role) *DeclType {
	required := map[string]bool{}
	for _, name := range s.Required() {
		required[name] = true
	}
	minBytes := int64(objectBytes)
	fields := make([]declField, 0, s.NumProperties())
	add := func(name string, t *DeclType, hasDefault bool) {
		if t == nil {
			return
		}
		if identifier, ok := Escape(name); ok {
			fields = append(fields, declField{identifier, t})
		}
		if required[name] && !hasDefault {
			minBytes += int64(len(name)) + t.minBytes + fieldBytes
		}
	}
	extended := ExtendsResource(s, r)
	if extended {
		text := b.interner.scalar(stringKind, maxTextSize, stringBytes)
		add("apiVersion", text, false)
		add("kind", text, false)
		add("metadata", b.metadata(s.Property("metadata")), false)
	}
	for name, p := range s.Properties() {
		if !extended || !names.IsMeta(name) {
			add(name, b.DeclType(p, RoleOf(p, structural.Value)), p.HasDefault())
		}
	}
	return b.interner.object(fields, minBytes)
}

// ExtendsResource reports whether the declared type of s has the common fields of resources
// instead of its own: if s is a resource that does not declare all of them.
func ExtendsResource(s *structural.Schema, r Role) bool {
	if r != Resource {
		return false
	}
	isText := func(s *structural.Schema, name string) bool { return s.Property(name).Type() == structural.String }
	meta := s.Property("metadata")
	return !isText(s, "kind") || !isText(s, "apiVersion") || meta.Type() != structural.Object ||
		!isText(meta, "name") || !isText(meta, "generateName")
}

// metadata returns the type of an extended resource's metadata, with its two names.
func (b *Builder) metadata(declared *structural.Schema) *DeclType {
	name := func(name string, limit int64) declField {
		if shorter, ok := declared.Property(name).MaxLength(); ok {
			limit = min(limit, shorter)
		}
		return declField{name, b.interner.scalar(stringKind, max(limit, 0)*maxRuneBytes, stringBytes)}
	}
	return b.interner.object([]declField{name("generateName", maxGenerateName), name("name", maxName)}, objectBytes)
}
