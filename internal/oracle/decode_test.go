package oracle

import (
	"context"
	"maps"
	"testing"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// TestDecode compares objects before defaulting, from a request and from storage:
// root metadata, pruning, nulls, embedded metadata. For errors see
// compareCoerced.
func TestDecode(t *testing.T) {
	cases := parity.Join(objects(t), metadataObjects(parity.Full(30_000)))
	parity.Run(t, "decode", cases, func(c *parity.Check, in subject) {
		compareDecoded(c, in, objectmeta.Reject, upstream.Request)
		compareDecoded(c, in, objectmeta.Repair, upstream.Storage)
	})
}

func compareDecoded(c *parity.Check, in subject, mode objectmeta.Mode, from upstream.Source) {
	ours, err := decode(in, mode)
	invalid := structural.ErrorsOf(err)
	c.Coded(invalid...)
	theirs, panicked := upstream.Call(func() upstream.Decoded { return in.schema.theirs.Decode(in.object, from) })
	switch {
	case panicked != nil:
		ours.Unknown = nil
		c.Equal(from.String(), any(ours), any(panicked), parity.Row("D1", func() any {
			return decodedWithMetadata(in, from)
		}))
	case err != nil:
		c.Equal(from.String()+" refused", true, theirs.Error != "")
		c.Equal(from.String()+" error", err.Error(), theirs.Error, parity.Row("D2", func() any {
			return in.schema.theirs.Decode(onlyBelowRoot(in.object, invalid[0].Path), from).Error
		}))
	case from == upstream.Storage:
		ours.Unknown = nil // not reported
		fallthrough
	default:
		c.Equal(from.String(), ours, theirs)
	}
}

// decodedWithMetadata returns the reference's result for an object without
// metadata: it adds metadata and removes it afterwards.
func decodedWithMetadata(in subject, from upstream.Source) upstream.Decoded {
	object := maps.Clone(in.object)
	object["metadata"] = map[string]any{"name": "given"}
	theirs := in.schema.theirs.Decode(object, from)
	delete(theirs.Object, "metadata")
	return theirs
}

// decode runs our stages in the server's order.
func decode(in subject, mode objectmeta.Mode) (upstream.Decoded, error) {
	out, unknown, err := objectmeta.Decode(context.Background(), in.object, mode)
	if err != nil {
		return upstream.Decoded{}, err
	}
	out, dropped, err := pruning.Prune(context.Background(), out, in.schema.ours, structural.Resource)
	if err != nil {
		return upstream.Decoded{}, err
	}
	out = defaulting.DropNulls(out, in.schema.ours)
	out, embedded, err := objectmeta.Coerce(context.Background(), out, in.schema.ours, structural.Value, mode)
	if err != nil {
		return upstream.Decoded{}, err
	}
	all := append(locations(unknown), pathTexts(dropped)...)
	return upstream.Decoded{Object: out, Unknown: append(all, locations(embedded)...)}, nil
}

// onlyBelowRoot returns only with the type and object metadata of the root.
func onlyBelowRoot(obj map[string]any, path structural.Path) map[string]any {
	out := only(obj, path).(map[string]any)
	for _, field := range []string{"apiVersion", "kind", "metadata"} {
		if v, ok := obj[field]; ok {
			out[field] = v
		}
	}
	return out
}
