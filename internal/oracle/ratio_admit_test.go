package oracle

import (
	"context"
	"testing"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/ratio"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// BenchmarkRatioAdmit measures whole requests with the objects of the corpus: new
// ones, and updates of the same objects as they are stored.
func BenchmarkRatioAdmit(b *testing.B) {
	var requests []request
	cases := corpusRequests(b, 1)
	for i := range cases.N {
		_, r := cases.At(i)
		r.object = upstream.Copy(r.object)
		r.old = stored(r.endpoint, r.object)
		requests = append(requests, r)
	}
	b.Run("create", func(b *testing.B) { admitAll(b, requests, false) })
	b.Run("update", func(b *testing.B) { admitAll(b, requests, true) })
}

func admitAll(b *testing.B, requests []request, update bool) {
	var objects []map[string]any
	var ours []crdschema.Request
	var kept []request
	for _, r := range requests {
		r.object = unversioned(r.object)
		req := crdschema.Request{Object: r.object, Version: r.version, Namespace: upstream.Namespace}
		if update {
			if r.old == nil {
				continue
			}
			r.object = ofVersion(r.object, "7")
			req.Operation, req.Old, req.Object = crdschema.Update, r.old, r.object
		}
		objects, ours, kept = append(objects, r.object), append(ours, req), append(kept, r)
	}
	ctx := context.Background()
	ratio.Run(b, ratio.Case{
		Objects: objects,
		Ours: func() {
			for i, r := range kept {
				if _, err := r.ours.Admit(ctx, ours[i]); err != nil {
					b.Fatal(err)
				}
			}
		},
		Upstream: func() {
			for _, r := range kept {
				old := r.old
				if !update {
					old = nil
				}
				_ = r.theirs.Admit(r.theirs.InNamespace(ctx), r.object, old)
			}
		},
	})
}
