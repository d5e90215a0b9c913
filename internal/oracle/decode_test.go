package oracle

import (
	"testing"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
)

// What a server makes of a body before it fills in defaults: root metadata,
// pruning, nulls, embedded metadata; from a request and from storage. For errors
// see compareCoerced.
func TestDecode(t *testing.T) {
	cases := parity.Join(objects(t), metadataObjects(parity.Full(30_000)))
	parity.Run(t, "decode", cases, func(c *parity.Check, in subject) {
		for mode, from := range map[objectmeta.Mode]upstream.Source{
			objectmeta.Reject: upstream.Request,
			objectmeta.Repair: upstream.Storage,
		} {
			ours, err := decode(in, mode)
			theirs := in.schema.theirs.Decode(in.object, from)
			if from == upstream.Storage {
				ours.Unknown = nil // nobody is told
			}
			if err == nil {
				c.Equal(from.String(), ours, theirs)
				continue
			}
			c.Equal(from.String()+" refused", true, theirs.Error != "")
			c.Equal(from.String()+" error", err.Error(), theirs.Error, parity.Row("D1", func() any {
				return in.schema.theirs.Decode(onlyBelowRoot(in.object, err.Path), from).Error
			}))
		}
	})
}

// decode puts our stages together in the server's order.
func decode(in subject, mode objectmeta.Mode) (upstream.Decoded, *structural.Error) {
	out, unknown, err := objectmeta.CoerceRoot(in.object, mode)
	if err != nil {
		return upstream.Decoded{}, err
	}
	out, dropped := pruning.Prune(out, in.schema.ours)
	out = defaulting.DropNulls(out, in.schema.ours)
	out, embedded, err := objectmeta.Coerce(out, in.schema.ours, mode)
	if err != nil {
		return upstream.Decoded{}, err
	}
	all := append(locations(unknown), pathTexts(dropped)...)
	return upstream.Decoded{Object: out, Unknown: append(all, locations(embedded)...)}, nil
}

// onlyBelowRoot is only, but with the type and object metadata of the root.
func onlyBelowRoot(obj map[string]any, path structural.Path) map[string]any {
	out := only(obj, path).(map[string]any)
	for _, field := range []string{"apiVersion", "kind", "metadata"} {
		if v, ok := obj[field]; ok {
			out[field] = v
		}
	}
	return out
}
