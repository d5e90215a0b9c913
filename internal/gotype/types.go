package gotype

import (
	"github.com/seed95800270/crdschema/internal/keyword"
)

// Type describes how the server decodes and encodes a Go type of its API.
type Type struct {
	Class    Class
	Name     string   // in errors: "v1.JSONSchemaProps", "[]string"
	Struct   string   // name of a struct without its package
	Fields   []*Field // of a struct, in the order in which a [Checker] looks at them
	Required []*Field // the fields that are always encoded
	Elem     *Type    // of a list or map; the schema of a type with a custom decoder
	Bits     int      // of an integer

	byName map[string]*Field // nil if there are few fields
}

// Field is a field of a struct.
type Field struct {
	Name string
	*Type
	Presence keyword.Presence
	Default  any    // encoded instead of an absent field that is always encoded
	Embedded string // the name of the embedded struct that has the field, in errors
}

// IsPointer reports whether null sets the server's field to nil. Only the port of a
// service has a default, too.
func (f *Field) IsPointer() bool {
	return f.Presence == keyword.NonNull || f.Class == Integer && f.Default != nil
}

// Class says which JSON values the server decodes into a type.
type Class uint8

// The classes of types. Those from SchemaOrBool on have custom decoders.
const (
	Text          Class = iota
	Flag                // a boolean
	Integer             // a number that is written as an integer and fits
	Number              // any number
	Base64              // bytes: text, or a list of numbers
	Time                // text in RFC 3339
	Freeform            // any JSON value
	Struct              // an object with known fields
	Map                 // an object with any names
	List                // a list
	SchemaOrBool        // additionalProperties, additionalItems
	SchemaOrList        // items
	SchemaOrNames       // a dependency
)

// The types that structs share.
var (
	String    = Named("string")
	Bool      = &Type{Class: Flag, Name: "bool"}
	Uint8     = &Type{Class: Integer, Name: "uint8", Bits: 8}
	Int32     = &Type{Class: Integer, Name: "int32", Bits: 32}
	Int64     = &Type{Class: Integer, Name: "int64", Bits: 64}
	Float64   = &Type{Class: Number, Name: "float64"}
	Bytes     = &Type{Class: Base64, Name: "[]uint8", Elem: Uint8}
	Timestamp = &Type{Class: Time, Name: "string"}
	Any       = &Type{Class: Freeform}
	Strings   = ListOf(String)
	StringMap = &Type{Class: Map, Name: "map[string]string", Elem: String}
)

// Named returns a string type with a name.
func Named(name string) *Type { return &Type{Class: Text, Name: name} }

// ListOf returns the type of lists of elem.
func ListOf(elem *Type) *Type { return &Type{Class: List, Name: "[]" + elem.Name, Elem: elem} }

// StructOf returns a struct type. pkg is the name of its package and a dot.
func StructOf(pkg, name string, fields ...*Field) *Type {
	t := &Type{Class: Struct, Name: pkg + name, Struct: name}
	t.SetFields(fields)
	return t
}

// fewFields is the number up to which a search is faster than a map.
const fewFields = 16

// SetFields sets the fields of a struct that refers to itself.
func (t *Type) SetFields(fields []*Field) {
	t.Fields = fields
	if len(fields) > fewFields {
		t.byName = make(map[string]*Field, len(fields))
	}
	for _, f := range fields {
		if f.Presence == keyword.Always {
			t.Required = append(t.Required, f)
		}
		if t.byName != nil {
			t.byName[f.Name] = f
		}
	}
}

// GoKind returns the kind of a Go type that holds a scalar: "string", "int32".
func (t *Type) GoKind() string {
	switch t.Class {
	case Flag:
		return "bool"
	case Integer, Number:
		return t.Name
	default:
		return "string"
	}
}

// Field returns the field with a name, or nil.
func (t *Type) Field(name string) *Field {
	if t.byName != nil {
		return t.byName[name]
	}
	for _, f := range t.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// At returns the type of a field that exists, by the names of its path.
func (t *Type) At(names ...string) *Type {
	for _, name := range names {
		t = t.Field(name).Type
	}
	return t
}

// Optional returns a field with omitempty.
func Optional(name string, t *Type) *Field {
	return &Field{Name: name, Type: t, Presence: keyword.NonEmpty}
}

// Pointer returns a pointer field with omitempty.
func Pointer(name string, t *Type) *Field {
	return &Field{Name: name, Type: t, Presence: keyword.NonNull}
}

// Required returns a field without omitempty.
func Required(name string, t *Type) *Field {
	f := &Field{Name: name, Type: t, Presence: keyword.Always}
	switch t.Class {
	case Text:
		f.Default = ""
	case Flag:
		f.Default = false
	}
	return f
}

// TypeMetaFields returns the fields apiVersion and kind.
func TypeMetaFields() []*Field {
	return []*Field{Optional("kind", String), Optional("apiVersion", String)}
}
