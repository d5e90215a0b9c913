package conversiontest

import (
	"context"
	"errors"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
)

// OfDefinition returns the converter of a definition as a client sees it that reads objects at
// one version of a server, writes them back, and reads them again: before and after the
// definition converts an object, it drops unknown fields and nulls and sets the defaults of
// its version. It is for [RoundTrip]: a function in this package, because a server never needs
// it and the root package does not grow for tests.
//
// The error is the definition's: an object that it cannot decode or convert, the context's or
// the budget's.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apiserver, schemaCoercingDecoder,
// unstructuredDefaulter and crdConversionRESTOptionsGetter.
func OfDefinition(d *crdschema.Definition) conversion.Converter { return ofDefinition{d} }

type ofDefinition struct{ definition *crdschema.Definition }

func (d ofDefinition) Convert(ctx context.Context, objs []map[string]any, to string) ([]map[string]any, error) {
	if d.definition == nil {
		return nil, errors.New("there is no definition")
	}
	out := make([]map[string]any, len(objs))
	for i, obj := range objs {
		var err error
		if out[i], err = d.convert(ctx, obj, to); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (d ofDefinition) convert(ctx context.Context, obj map[string]any, to string) (map[string]any, error) {
	before, err := d.definition.Decode(ctx, obj)
	if err != nil {
		return nil, err
	}
	if before.Object["apiVersion"] == to {
		return before.Object, nil
	}
	converted, err := d.definition.Convert(ctx, before.Object, to[strings.LastIndexByte(to, '/')+1:])
	if err != nil {
		return nil, err
	}
	after, err := d.definition.Decode(ctx, converted)
	return after.Object, err
}
