package oracle

import (
	"testing"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/pruning"
)

// What a server makes of a body before it fills in defaults: root metadata,
// pruning, nulls, embedded metadata; from a request and from storage.
func TestDecode(t *testing.T) {
	cases := parity.Join(objects(t), metadataObjects(parity.Full(30_000)))
	parity.Run(t, "decode", cases, func(c *parity.Check, in subject) {
		for mode, source := range map[objectmeta.Mode]upstream.Source{
			objectmeta.Reject: upstream.Request,
			objectmeta.Repair: upstream.Storage,
		} {
			parity.OneOf(c, source.String(), decoded(in, mode),
				func() upstream.Decoded { return in.schema.theirs.Decode(in.object, source) }, "D1")
		}
	})
}

// decoded puts our stages together in the server's order.
func decoded(in subject, mode objectmeta.Mode) upstream.Decoded {
	out, unknown, err := objectmeta.CoerceRoot(in.object, mode)
	if err != nil {
		return upstream.Decoded{Error: err.Error()}
	}
	out, dropped := pruning.Prune(out, in.schema.ours)
	out = defaulting.DropNulls(out, in.schema.ours)
	out, embedded, err := objectmeta.Coerce(out, in.schema.ours, mode)
	if err != nil {
		return upstream.Decoded{Error: err.Error()}
	}
	d := upstream.Decoded{Object: out}
	for _, u := range unknown {
		d.Unknown = append(d.Unknown, u.Location())
	}
	d.Unknown = append(d.Unknown, pathTexts(dropped)...)
	for _, u := range embedded {
		d.Unknown = append(d.Unknown, u.Location())
	}
	return d
}
