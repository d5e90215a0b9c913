package manifest

import (
	"context"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/registry"
)

// TestStored compares definitions of v1 and v1beta1, those of the corpus and with changed fields,
// as the server reads them from etcd, and as it then writes them.
func TestStored(t *testing.T) {
	real := definitions(t)
	cases := parity.Join(real, parity.Times(real, max(parity.Full(20), parity.Full(5_000)/real.N), func(seed uint64, m map[string]any) map[string]any {
		r := parity.Rand(seed)
		if m = mutated(r.Uint64(), m); r.IntN(2) == 0 {
			m = asOld(r, m)
		}
		if r.IntN(2) == 0 {
			m = established(r, m)
		}
		return m
	}))
	parity.Run(t, "crd-stored", cases, func(c *parity.Check, manifest map[string]any) {
		crd, bad := upstream.Definition(manifest)
		read, err := registry.DecodeStoredCRD(context.Background(), manifest)
		c.Equal("decodable", err == nil, bad == nil)
		if err != nil || bad != nil {
			return
		}
		c.Equal("manifest", read, encode(crd))
		compareStored(c, written(writerOf(manifest), crd))
	})
}

// writerOf returns the codec with which servers have written a definition to etcd: those before 1.16
// and today's write v1beta1.
func writerOf(manifest map[string]any) runtime.Codec {
	if manifest["apiVersion"] == "apiextensions.k8s.io/v1beta1" {
		return storage
	}
	return codec
}

// compareStored compares a definition that a server has written.
func compareStored(c *parity.Check, text map[string]any) {
	crd, bad := upstream.Definition(text)
	read, err := registry.DecodeStoredCRD(context.Background(), text)
	if bad != nil || err != nil {
		c.Fail("read", err, bad, "a server has written it: %v, %v", err, bad)
		return
	}
	theirs := written(codec, crd)
	c.Equal("read", read, theirs)
	crd, bad = upstream.Definition(theirs)
	ours, err := registry.EncodeStoredCRD(context.Background(), read)
	if bad != nil || err != nil {
		c.Fail("written", err, bad, "it was read: %v, %v", err, bad)
		return
	}
	c.Equal("written", ours, written(storage, crd))
}
