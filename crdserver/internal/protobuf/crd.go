package protobuf

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// mostLevels bounds the nesting of messages, as of JSON.
const mostLevels = 10_000

var errMalformed = errors.New("proto: the body is malformed")

// decoder decodes the messages of a CRD to what a JSON decoder returns for the same CRD in JSON.
type decoder struct{ level int }

// message decodes a message.
func (d *decoder) message(m *message, b []byte) (any, error) {
	if d.level++; d.level > mostLevels {
		return nil, fmt.Errorf("proto: more than %d nested messages", mostLevels)
	}
	defer func() { d.level-- }()
	if known, v := wellKnown(m.name); known {
		return v, v.Unmarshal(b)
	}
	out := map[string]any{}
	parts := map[*field][]byte{} // of messages: those that come again are merged
	for len(b) > 0 {
		number, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return nil, errMalformed
		}
		b = b[n:]
		n = protowire.ConsumeFieldValue(number, kind, b)
		if n < 0 {
			return nil, errMalformed
		}
		f := m.fields[number]
		switch {
		case f == nil:
		case f.message != nil && !f.list && !f.keyed && kind == protowire.BytesType:
			part, _ := protowire.ConsumeBytes(b[:n])
			if _, again := parts[f]; !again {
				parts[f] = slices.Clip(part) // the body is not written to
				break
			}
			parts[f] = append(parts[f], part...)
		default:
			if err := d.field(out, f, kind, b[:n]); err != nil {
				return nil, err
			}
		}
		b = b[n:]
	}
	for f, part := range parts {
		v, err := d.message(f.message, part)
		if err != nil {
			return nil, err
		}
		if below, ok := v.(map[string]any); ok && f.inline {
			maps.Copy(out, below)
			continue
		}
		out[f.name] = v
	}
	for _, f := range m.always {
		if _, found := out[f.name]; found {
			continue
		}
		zero, err := d.zero(f)
		if err != nil {
			return nil, err
		}
		out[f.name] = zero
	}
	return union(m, out)
}

// zero returns the value of a field that is absent.
func (d *decoder) zero(f *field) (any, error) {
	switch {
	case f.list || f.keyed:
		return nil, nil
	case f.message != nil:
		return d.message(f.message, nil)
	case f.kind == "bool":
		return false, nil
	default:
		return "", nil
	}
}

// field decodes a value of a field and sets or adds it.
func (d *decoder) field(out map[string]any, f *field, kind protowire.Type, b []byte) error {
	if f.keyed {
		key, v, err := d.entry(f, b)
		if err != nil {
			return err
		}
		values, _ := out[f.name].(map[string]any)
		if values == nil {
			values = map[string]any{}
			out[f.name] = values
		}
		values[key] = v
		return nil
	}
	v, zero, err := d.value(f, kind, b)
	switch {
	case err != nil:
		return err
	case f.list:
		values, _ := out[f.name].([]any)
		out[f.name] = append(values, v)
	case zero && !f.optional && f.message == nil:
		delete(out, f.name) // the last value of a field counts
	default:
		out[f.name] = v
	}
	return nil
}

// entry decodes an entry of a map: a message with a key and a value.
func (d *decoder) entry(f *field, b []byte) (key string, v any, err error) {
	b, n := protowire.ConsumeBytes(b)
	if n < 0 {
		return "", nil, errMalformed
	}
	value, kind := []byte{0}, protowire.BytesType // an empty text or message
	for len(b) > 0 {
		number, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			return "", nil, errMalformed
		}
		m := protowire.ConsumeFieldValue(number, typ, b[n:])
		if m < 0 {
			return "", nil, errMalformed
		}
		part := b[n : n+m]
		b = b[n+m:]
		switch {
		case number == 1 && typ != protowire.BytesType:
			return "", nil, errMalformed
		case number == 1:
			text, _ := protowire.ConsumeBytes(part)
			key = string(text)
		case number == 2:
			value, kind = part, typ
		}
	}
	v, _, err = d.value(f, kind, value)
	return key, v, err
}

// value decodes one value, and reports whether it is zero.
func (d *decoder) value(f *field, kind protowire.Type, b []byte) (v any, zero bool, err error) {
	want := protowire.BytesType
	switch f.kind {
	case "bool", "int32", "int64":
		want = protowire.VarintType
	case "double":
		want = protowire.Fixed64Type
	}
	if kind != want {
		return nil, false, fmt.Errorf("proto: wrong wireType = %d for field %s", kind, f.name)
	}
	switch want {
	case protowire.VarintType:
		n, _ := protowire.ConsumeVarint(b)
		if f.kind == "bool" {
			return n != 0, n == 0, nil
		}
		if f.kind == "int32" {
			return int64(int32(n)), int32(n) == 0, nil
		}
		return int64(n), n == 0, nil
	case protowire.Fixed64Type:
		n, _ := protowire.ConsumeFixed64(b)
		return math.Float64frombits(n), n == 0, nil
	}
	text, _ := protowire.ConsumeBytes(b)
	if f.message != nil {
		v, err = d.message(f.message, text)
		return v, false, err
	}
	if f.kind == "bytes" {
		return base64.StdEncoding.EncodeToString(text), len(text) == 0, nil
	}
	return string(text), len(text) == 0, nil
}

// union returns the value of a message that JSON writes as one of its fields.
func union(m *message, out map[string]any) (any, error) {
	switch m.name {
	case listOfStrings:
		if out["items"] == nil {
			return []any{}, nil
		}
		return out["items"], nil
	case "JSON", "io.k8s.apimachinery.pkg.runtime.RawExtension", "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1":
		for name, v := range out { // raw, or Raw
			if name != "raw" {
				out["raw"] = v
			}
		}
		text, _ := out["raw"].(string)
		return raw(text)
	case "JSONSchemaPropsOrArray":
		if schemas := out["jSONSchemas"]; schemas != nil {
			return schemas, nil
		}
		return out["schema"], nil
	case "JSONSchemaPropsOrBool":
		if schema := out["schema"]; schema != nil {
			return schema, nil
		}
		return out["allows"] == true, nil
	case "JSONSchemaPropsOrStringArray":
		if property := out["property"]; property != nil {
			return property, nil
		}
		return out["schema"], nil
	default:
		return out, nil
	}
}

// raw returns JSON text from base64.
func raw(text string) (any, error) {
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(b) == 0 {
		return nil, err
	}
	if !json.Valid(b) {
		return nil, errors.New("a value is not JSON")
	}
	return json.RawMessage(b), nil
}
