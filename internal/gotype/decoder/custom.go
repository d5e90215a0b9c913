package decoder

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/structural/field"
)

// custom decodes a schema, or another value in its place, and replaces what the server
// held. Where any value may be in the place of a schema, all scalars become true: the
// server holds neither.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, UnmarshalJSON of
// JSONSchemaPropsOrBool, JSONSchemaPropsOrArray and JSONSchemaPropsOrStringArray.
func (d *decoder) custom(n *decode.Node, t *gotype.Type) (any, *field.Error) {
	switch {
	case n.Type == decode.Null:
		return nil, nil
	case n.Type == decode.Object:
		return d.separately(n, t.Elem)
	case n.Type == decode.Array && t.Class == gotype.SchemaOrList:
		return d.separately(n, gotype.ListOf(t.Elem))
	case n.Type == decode.Array && t.Class == gotype.SchemaOrNames:
		return d.separately(n, gotype.Strings)
	case t.Class != gotype.SchemaOrBool:
		return true, nil
	case n.Type == decode.Bool:
		return n.Text == "true", nil
	default:
		return nil, d.failure(n, codes.SchemaOrBoolDetail)
	}
}

// separately decodes n with a custom decoder: any error in it ends the decoding, and names
// the struct around the outermost such decoder.
func (d *decoder) separately(n *decode.Node, t *gotype.Type) (any, *field.Error) {
	first, outer := d.first, d.outer
	d.first = nil
	if outer == "" {
		d.outer = d.within
	}
	v, err := d.value(n, t, nil)
	if err != nil {
		return nil, err
	}
	if d.first != nil {
		return nil, d.first
	}
	d.first, d.outer = first, outer
	return v, nil
}
