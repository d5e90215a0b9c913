package oracle

import (
	"context"
	"testing"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/ratio"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// BenchmarkRatioAdmit measures whole requests with the objects of the corpus: new
// ones, and updates of the same objects as they are stored.
func BenchmarkRatioAdmit(b *testing.B) {
	eachOperation(b, func(b *testing.B, requests []benchRequest) {
		ctx := context.Background()
		runRequests(b, requests,
			func(r *benchRequest) {
				if _, err := r.ours.Admit(ctx, r.request()); err != nil {
					b.Fatal(err)
				}
			},
			func(r *benchRequest, obj, old map[string]any) {
				_ = r.theirs.Admit(r.theirs.InNamespace(ctx), obj, old)
			})
	})
}

// BenchmarkRatioDecode measures the stage Decode alone.
func BenchmarkRatioDecode(b *testing.B) {
	eachOperation(b, func(b *testing.B, requests []benchRequest) {
		runRequests(b, requests,
			func(r *benchRequest) { _, _ = r.ours.Decode(context.Background(), r.object) },
			func(r *benchRequest, obj, _ map[string]any) { r.theirs.ReadInPlace(obj, upstream.Request) })
	})
}

// BenchmarkRatioValidateStage measures the stages ValidateCreate and ValidateUpdate alone,
// with decoded and prepared objects.
func BenchmarkRatioValidateStage(b *testing.B) {
	eachOperation(b, func(b *testing.B, requests []benchRequest) {
		ctx := context.Background()
		var prepared []benchRequest
		for _, r := range requests {
			if r.prepare(b) {
				prepared = append(prepared, r)
			}
		}
		runRequests(b, prepared,
			func(r *benchRequest) {
				if _, err := r.validate(ctx); err != nil {
					b.Fatal(err)
				}
			},
			func(r *benchRequest, obj, old map[string]any) { r.theirs.Validate(ctx, obj, old) })
	})
}

// benchRequest is a request without anything that is not measured.
type benchRequest struct {
	endpoint
	at          *crdschema.Version
	object, old map[string]any
}

// eachOperation runs a benchmark with new objects, and with updates.
func eachOperation(b *testing.B, run func(*testing.B, []benchRequest)) {
	var creates, updates []benchRequest
	cases := corpusRequests(b, 1)
	for i := range cases.N {
		_, r := cases.At(i)
		at, _ := r.ours.Version(r.version)
		obj := upstream.Copy(r.object)
		creates = append(creates, benchRequest{r.endpoint, at, unversioned(obj), nil})
		if old := stored(r.endpoint, obj); old != nil {
			updates = append(updates, benchRequest{r.endpoint, at, ofVersion(obj, "7"), old})
		}
	}
	b.Run("create", func(b *testing.B) { run(b, creates) })
	b.Run("update", func(b *testing.B) { run(b, updates) })
}

// runRequests measures both sides. The reference gets a copy of each object, to which it
// writes.
func runRequests(b *testing.B, requests []benchRequest, ours func(*benchRequest), theirs func(r *benchRequest, obj, old map[string]any)) {
	b.Helper()
	objects := make([]map[string]any, len(requests))
	copies, olds := make([]map[string]any, len(requests)), make([]map[string]any, len(requests))
	for i, r := range requests {
		objects[i] = r.object
	}
	ratio.Run(b, ratio.Case{
		Objects: objects,
		Fresh: func() {
			for i, r := range requests {
				if copies[i] = upstream.Copy(r.object); r.old != nil {
					olds[i] = upstream.Copy(r.old)
				}
			}
		},
		Ours: func() {
			for i := range requests {
				ours(&requests[i])
			}
		},
		Upstream: func() {
			for i := range requests {
				theirs(&requests[i], copies[i], olds[i])
			}
		},
	})
}

// request returns the request for Admit.
func (r *benchRequest) request() crdschema.Request {
	req := crdschema.Request{Object: r.object, Version: r.version, Namespace: upstream.Namespace}
	if r.old != nil {
		req.Operation, req.Old = crdschema.Update, r.old
	}
	return req
}

// prepare replaces the objects by what is validated. It reports whether the server gets
// that far.
func (r *benchRequest) prepare(b *testing.B) bool {
	b.Helper()
	res, err := r.ours.Admit(context.Background(), r.request())
	if err != nil || res.Validated == nil {
		return false
	}
	r.object = structural.Clone(res.Validated)
	if r.old != nil {
		r.old, err = r.at.DecodeStored(context.Background(), r.old)
	}
	return err == nil
}

// validate validates a prepared object.
func (r *benchRequest) validate(ctx context.Context) (crdschema.Validation, error) {
	if r.old == nil {
		return r.at.ValidateCreate(ctx, r.object)
	}
	return r.at.ValidateUpdate(ctx, r.object, r.old)
}
