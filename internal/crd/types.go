package crd

import "github.com/seed95800270/crdschema/internal/keyword"

// Type describes how the server decodes and encodes a Go type of its API.
type Type struct {
	Class  Class
	Name   string            // as errors print it: "v1.JSONSchemaProps", "[]string"
	Struct string            // name of a struct without its package
	Fields map[string]*Field // of a struct, by JSON name
	Elem   *Type             // of a list or map; the schema of a type with a custom decoder
	Bits   int               // of an integer
}

// Field is a field of a struct.
type Field struct {
	*Type
	Presence keyword.Presence
	Default  any // stored in place of an absent field that is always stored
}

// IsPointer reports whether the server's field is a pointer, which null sets to nil.
// Only one pointer has a default: the port of a service.
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
	textType   = &Type{Class: Text, Name: "string"}
	flagType   = &Type{Class: Flag, Name: "bool"}
	int32Type  = &Type{Class: Integer, Name: "int32", Bits: 32}
	int64Type  = &Type{Class: Integer, Name: "int64", Bits: 64}
	byteType   = &Type{Class: Integer, Name: "uint8", Bits: 8}
	numberType = &Type{Class: Number, Name: "float64"}
	bytesType  = &Type{Class: Base64, Name: "[]uint8", Elem: byteType}
	timeType   = &Type{Class: Time, Name: "string"}
	anyType    = &Type{Class: Freeform}
	textsType  = ListOf(textType)
	labelsType = &Type{Class: Map, Name: "map[string]string", Elem: textType}
)

// ListOf returns the type of lists of elem.
func ListOf(elem *Type) *Type { return &Type{Class: List, Name: "[]" + elem.Name, Elem: elem} }

func textOf(name string) *Type { return &Type{Class: Text, Name: name} }

type fields = map[string]*Field

func structOf(pkg, name string, of fields) *Type {
	return &Type{Class: Struct, Name: pkg + name, Struct: name, Fields: of}
}

// optional returns a field with omitempty.
func optional(t *Type) *Field { return &Field{Type: t, Presence: keyword.NonEmpty} }

// pointer returns a field with omitempty that is a pointer.
func pointer(t *Type) *Field { return &Field{Type: t, Presence: keyword.NonNull} }

// required returns a field without omitempty.
func required(t *Type) *Field {
	f := &Field{Type: t, Presence: keyword.Always}
	switch t.Class {
	case Text:
		f.Default = ""
	case Flag:
		f.Default = false
	}
	return f
}

// Field returns the type of a field of a struct, which must have it.
func (t *Type) Field(names ...string) *Type {
	for _, name := range names {
		t = t.Fields[name].Type
	}
	return t
}
