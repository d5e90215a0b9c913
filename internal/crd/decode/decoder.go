package decode

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// decoder goes through a manifest as the server's decoder does. A walk returns
// what ends the decoding, nil if it goes on.
type decoder struct {
	path     structural.Path
	names    []string          // the fields among path: errors know neither keys nor indices
	within   string            // the structure that errors name
	above    string            // the structure that holds the outermost schema with a decoder of its own; empty outside of one
	first    *structural.Error // the first value that does not fit
	strict   log
	silent   log
	repeated repeated
}

// value decodes v as a k.
func (d *decoder) value(v any, k *kind) *structural.Error {
	switch k.shape {
	case anything:
		return nil
	case schemaOrBool, schemaOrList, schemaOrNames:
		return d.own(v, k)
	case instant:
		return d.instant(v)
	}
	switch v := v.(type) {
	case nil:
		return nil
	case map[string]any:
		return d.object(v, k)
	case []any:
		return d.list(v, k)
	default:
		d.scalar(v, k)
		return nil
	}
}

func (d *decoder) object(m map[string]any, k *kind) *structural.Error {
	switch k.shape {
	case record:
		return d.record(m, k)
	case dict:
		return d.dict(m, k)
	default:
		d.misfit(m, k)
		return nil
	}
}

// record decodes a structure. Errors name it as long as the decoder is inside.
func (d *decoder) record(m map[string]any, k *kind) *structural.Error {
	within := d.within
	for _, name := range slices.Sorted(maps.Keys(m)) {
		field, known := k.fields[name]
		if !known {
			d.unknown(name)
			continue
		}
		d.twice(name)
		d.within, d.names = k.record, append(d.names, name)
		d.path = append(d.path, structural.Field(name))
		if end := d.value(m[name], field); end != nil {
			return end
		}
		d.path = d.path[:len(d.path)-1]
		d.within, d.names = within, d.names[:len(d.names)-1]
	}
	return nil
}

func (d *decoder) dict(m map[string]any, k *kind) *structural.Error {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		d.twice(name)
		if end := d.at(structural.Key(name), m[name], k.element); end != nil {
			return end
		}
	}
	return nil
}

func (d *decoder) list(l []any, k *kind) *structural.Error {
	if k.shape != list && k.shape != base64Text {
		d.misfit(l, k)
		return nil
	}
	for i, v := range l {
		if end := d.at(structural.Index(i), v, k.element); end != nil {
			return end
		}
	}
	return nil
}

func (d *decoder) at(step structural.Step, v any, k *kind) *structural.Error {
	d.path = append(d.path, step)
	if end := d.value(v, k); end != nil {
		return end
	}
	d.path = d.path[:len(d.path)-1]
	return nil
}
