package decoder

import (
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

// decoder decodes a body. Its methods return what the server holds, and the error that
// ends the decoding, if any.
//
// The argument held is what the server holds from an earlier field of the same name:
// structs and maps are merged, and the elements of a list are decoded into those that it
// had. null does not change a value that is not a pointer, list or map.
//
// Rule: sigs.k8s.io/json, decodeState.
type decoder struct {
	source   source
	work     *work.Tracker // nil for a map; after its failure, nothing is decoded
	path     field.Path
	names    []string     // the fields in path: errors have neither keys nor indices
	within   string       // the struct that errors name
	outer    string       // the struct around the outermost type with a custom decoder; empty outside of one
	first    *field.Error // the first error that does not end the decoding
	tooLarge bool         // there was a number that makes a value without a type unconvertible
	strict   reports
	silent   reports
	repeated repeatedFields
}

// source says what the nodes were made from.
type source uint8

const (
	ofText source = iota
	ofMap         // no field is repeated
)

// value decodes n as a t.
func (d *decoder) value(n *decode.Node, t *gotype.Type, held any) (any, *field.Error) {
	if d.work != nil && !d.work.Step(1) {
		return nil, nil
	}
	switch t.Class {
	case gotype.Freeform:
		return d.freeform(n, held), nil
	case gotype.SchemaOrBool, gotype.SchemaOrList, gotype.SchemaOrNames:
		return d.custom(n, t)
	case gotype.Time:
		return d.time(n, t)
	case gotype.Map, gotype.List, gotype.Base64:
		if n.Type == decode.Null {
			return nil, nil
		}
	}
	switch n.Type {
	case decode.Null:
		return held, nil
	case decode.Object:
		return d.object(n, t, held)
	case decode.Array:
		return d.list(n, t, held)
	default:
		return d.scalar(n, t, held), nil
	}
}

func (d *decoder) object(n *decode.Node, t *gotype.Type, held any) (any, *field.Error) {
	m, _ := held.(map[string]any)
	if m == nil {
		m = make(map[string]any, len(n.Children))
	}
	switch t.Class {
	case gotype.Struct:
		return m, d.structure(n, t, m)
	case gotype.Map:
		return m, d.mapping(n, t, m)
	default:
		d.mismatched(n, n.Type.String(), t)
		return held, nil
	}
}

func (d *decoder) structure(n *decode.Node, t *gotype.Type, m map[string]any) *field.Error {
	seen := d.newSeen(n)
	for i := range n.Children {
		c := &n.Children[i]
		f := t.Field(c.Name)
		if f == nil {
			d.reportUnknown(c.Name)
			continue
		}
		d.reportRepeated(c.Name, seen.add(c.Name))
		if c.Type == decode.Null && f.IsPointer() {
			delete(m, c.Name)
			continue
		}
		v, err := d.field(c, t, f, m[c.Name])
		if err != nil {
			return err
		}
		if v == nil {
			delete(m, c.Name)
		} else {
			m[c.Name] = v
		}
	}
	return nil
}

// field decodes a field of t, and sets the struct that errors name.
func (d *decoder) field(c *decode.Child, t *gotype.Type, f *gotype.Field, held any) (any, *field.Error) {
	within, outer := d.within, len(d.names)
	if f.Embedded != "" {
		d.names = append(d.names, f.Embedded)
	}
	d.within, d.names = t.Struct, append(d.names, c.Name)
	v, err := d.elem(field.Field(c.Name), &c.Node, f.Type, held)
	if err != nil {
		return nil, err
	}
	d.within, d.names = within, d.names[:outer]
	return v, nil
}

// mapping decodes a map. It never merges an element with an earlier one.
func (d *decoder) mapping(n *decode.Node, t *gotype.Type, m map[string]any) *field.Error {
	seen := d.newSeen(n)
	for i := range n.Children {
		c := &n.Children[i]
		d.reportRepeated(c.Name, seen.add(c.Name))
		v, err := d.elem(field.Key(c.Name), &c.Node, t.Elem, nil)
		if err != nil {
			return err
		}
		m[c.Name] = v
	}
	return nil
}

// list keeps the other elements of a list that becomes shorter in its capacity, where a
// longer one finds them again, as the server does.
func (d *decoder) list(n *decode.Node, t *gotype.Type, held any) (any, *field.Error) {
	if t.Class != gotype.List && t.Class != gotype.Base64 {
		d.mismatched(n, n.Type.String(), t)
		return held, nil
	}
	list := heldList(held)[:0]
	for i := range n.Children {
		if len(list) < cap(list) {
			list = list[:i+1]
		} else {
			list = append(list, nil)
		}
		v, err := d.elem(field.Index(i), &n.Children[i].Node, t.Elem, list[i])
		if err != nil {
			return nil, err
		}
		list[i] = v
	}
	if len(list) == 0 {
		return []any{}, nil
	}
	return list, nil
}

func (d *decoder) elem(step field.Step, n *decode.Node, t *gotype.Type, held any) (any, *field.Error) {
	d.path = append(d.path, step)
	v, err := d.value(n, t, held)
	if err == nil {
		d.path = d.path[:len(d.path)-1]
	}
	return v, err
}
