package builtin

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/seed95800270/crdschema/crdserver/internal/published"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
)

// checkTypes returns the error with which a server decodes a JSON text into the Go type of a component, or nil.
//
// Rule: sigs.k8s.io/json, UnmarshalCaseSensitivePreserveInts: the error is the first one about a type, unless a type
// that decodes itself fails.
func checkTypes(text []byte, component string) error {
	c := typeChecker{d: json.NewDecoder(strings.NewReader(string(text)))}
	c.d.UseNumber()
	if err := c.value(map[string]any{"$ref": component}, ""); err != nil {
		return err
	}
	return c.first
}

// typeChecker reads a text beside the schema of its type.
type typeChecker struct {
	d     *json.Decoder
	owner string   // the Go struct of the last field in path
	path  []string // fields
	first error
}

// ownDecoders are types that decode themselves.
var ownDecoders = map[string]func() json.Unmarshaler{
	"io.k8s.apimachinery.pkg.apis.meta.v1.Time":       func() json.Unmarshaler { return &metav1.Time{} },
	"io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime":  func() json.Unmarshaler { return &metav1.MicroTime{} },
	"io.k8s.apimachinery.pkg.apis.meta.v1.Duration":   func() json.Unmarshaler { return &metav1.Duration{} },
	"io.k8s.apimachinery.pkg.api.resource.Quantity":   func() json.Unmarshaler { return &resource.Quantity{} },
	"io.k8s.apimachinery.pkg.util.intstr.IntOrString": func() json.Unmarshaler { return &intstr.IntOrString{} },
}

// freeComponents are objects that decode themselves and accept all values.
var freeComponents = []string{"io.k8s.apimachinery.pkg.runtime.RawExtension", "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1"}

// value reads a value. name is the name of its Go type if the schema does not say it.
func (c *typeChecker) value(schema map[string]any, name string) error {
	component := untyped.Text(schema, "$ref")
	if decoder := ownDecoders[component]; decoder != nil {
		return c.decode(decoder())
	}
	token, err := c.d.Token()
	if err != nil {
		return err
	}
	name = cmp.Or(name, goType(schema))
	if component != "" {
		schema = published.Component(component)
	}
	anything := schema["type"] == nil || slices.Contains(freeComponents, component)
	switch v := token.(type) {
	case json.Delim:
		return c.composite(v, schema, component, name, anything)
	case string:
		return c.text(v, schema, name, anything)
	case json.Number:
		c.number(string(v), schema, name, anything)
	case bool:
		if !anything && schema["type"] != "boolean" {
			c.mismatch("bool", name)
		}
	}
	return nil
}

// composite reads the rest of an object or a list.
func (c *typeChecker) composite(begin json.Delim, schema map[string]any, component, name string, anything bool) error {
	values, isMap := schema["additionalProperties"].(map[string]any)
	switch {
	case begin == '{' && isMap:
		return c.entries(values, below(name, "map["))
	case begin == '{' && !anything && schema["type"] == "object":
		return c.fields(untyped.Object(schema, "properties"), component)
	case begin == '[' && schema["type"] == "array":
		return c.elements(untyped.Object(schema, "items"), below(name, "["))
	case begin == '[' && schema["format"] == "byte":
		return c.elements(map[string]any{"type": "integer", "format": "uint8"}, "")
	case anything:
	case begin == '{':
		c.mismatch("object", name)
	default:
		c.mismatch("array", name)
	}
	return c.skip(1)
}

// fields reads the fields of a struct.
func (c *typeChecker) fields(properties map[string]any, component string) error {
	owner, path, known := c.owner, c.path, published.GoFields(component)
	for c.d.More() {
		key, err := c.d.Token()
		if err != nil {
			return err
		}
		field, _ := key.(string)
		schema, found := properties[field].(map[string]any)
		if !found {
			if err := c.decode(nil); err != nil {
				return err
			}
			continue
		}
		c.owner, c.path = component[strings.LastIndexByte(component, '.')+1:], append(path[:len(path):len(path)], known[field].Through+field)
		if err := c.value(schema, known[field].Type); err != nil {
			return err
		}
		c.owner, c.path = owner, path
	}
	_, err := c.d.Token()
	return err
}

// entries reads the values of a map.
func (c *typeChecker) entries(schema map[string]any, name string) error {
	for c.d.More() {
		if _, err := c.d.Token(); err != nil {
			return err
		}
		if err := c.value(schema, name); err != nil {
			return err
		}
	}
	_, err := c.d.Token()
	return err
}

// elements reads the elements of a list.
func (c *typeChecker) elements(schema map[string]any, name string) error {
	for c.d.More() {
		if err := c.value(schema, name); err != nil {
			return err
		}
	}
	_, err := c.d.Token()
	return err
}

// below returns the name of the type of what is in a list or map, or "" if the name of the whole type does not say it.
func below(name, prefix string) string {
	rest, found := strings.CutPrefix(name, prefix)
	if !found {
		return ""
	}
	_, rest, _ = strings.Cut(rest, "]")
	return strings.TrimPrefix(rest, "*")
}

func (c *typeChecker) text(v string, schema map[string]any, name string, anything bool) error {
	switch {
	case schema["format"] == "byte":
		if _, err := base64.StdEncoding.DecodeString(v); err != nil && c.first == nil {
			c.first = err
		}
	case !anything && schema["type"] != "string":
		c.mismatch("string", name)
	}
	return nil
}

func (c *typeChecker) number(v string, schema map[string]any, name string, anything bool) {
	switch {
	case anything || schema["type"] == "number":
	case schema["type"] != "integer":
		c.mismatch("number", name)
	case !fits(v, untyped.Text(schema, "format")):
		c.mismatch("number "+v, name)
	}
}

func fits(v, format string) bool {
	var err error
	switch format {
	case "uint8":
		_, err = strconv.ParseUint(v, 10, 8)
	case "int32":
		_, err = strconv.ParseInt(v, 10, 32)
	default:
		_, err = strconv.ParseInt(v, 10, 64)
	}
	return err == nil
}

// decode reads a value with a decoder of its own, or skips it without one.
func (c *typeChecker) decode(into json.Unmarshaler) error {
	var raw json.RawMessage
	if err := c.d.Decode(&raw); err != nil || into == nil || string(raw) == "null" {
		return err
	}
	err := into.UnmarshalJSON(raw)
	if mismatch := (*json.UnmarshalTypeError)(nil); errors.As(err, &mismatch) {
		return c.wrong(mismatch.Value, mismatch.Type.String())
	}
	return err
}

// skip reads to the end of what is open.
func (c *typeChecker) skip(open int) error {
	for open > 0 {
		token, err := c.d.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			open++
		case json.Delim('}'), json.Delim(']'):
			open--
		}
	}
	return nil
}

func (c *typeChecker) mismatch(value, name string) {
	if c.first == nil {
		c.first = c.wrong(value, name)
	}
}

func (c *typeChecker) wrong(value, name string) error {
	if len(c.path) == 0 {
		return fmt.Errorf("json: cannot unmarshal %s into Go value of type %s", value, name)
	}
	return fmt.Errorf("json: cannot unmarshal %s into Go struct field %s.%s of type %s", value, c.owner, strings.Join(c.path, "."), name)
}

// goType returns the Go type of most values with a schema.
func goType(schema map[string]any) string {
	if component := untyped.Text(schema, "$ref"); component != "" {
		parts := strings.Split(component, ".")
		return strings.Join(parts[len(parts)-2:], ".")
	}
	switch schema["type"] {
	case "integer":
		return cmp.Or(untyped.Text(schema, "format"), "int64")
	case "number":
		return "float64"
	case "boolean":
		return "bool"
	case "array":
		return "[]" + goType(untyped.Object(schema, "items"))
	case "object":
		return "map[string]" + goType(untyped.Object(schema, "additionalProperties"))
	}
	if schema["format"] == "byte" {
		return "[]uint8"
	}
	return "string"
}
