package oracle

import (
	"context"
	"testing"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// TestOrder compares the order of errors. Two errors that the reference always reports in one
// order come in this order here, too. Door R7.
func TestOrder(t *testing.T) {
	cases := parity.Join(corpusRequests(t, parity.Full(10)), generatedRequests(parity.Full(10_000)))
	parity.Run(t, "order", cases, func(c *parity.Check, in request) {
		op := crdschema.Create
		if in.old != nil && len(in.object)%2 == 0 {
			op = crdschema.Update
			in.object = ofVersion(in.object, "7")
		}
		ours := orderOf(in, op)
		if len(ours) < 2 || len(ours) > 64 {
			c.Void()
			return
		}
		wrong := parity.Inversion(ours, 300, func() []string { return referenceOrder(in, op) })
		c.Equal("pair that never changes places", wrong, "")
	})
}

// orderOf returns the texts of our errors, each once.
func orderOf(in request, op crdschema.Operation) []string {
	req := crdschema.Request{Object: in.object, Operation: op, Version: in.version, Namespace: upstream.Namespace, FieldValidation: crdschema.Ignore}
	if op != crdschema.Create {
		req.Old = in.old
	}
	ours, err := in.ours.Admit(context.Background(), req)
	if err != nil {
		panic(err)
	}
	return parity.EachOnce(ours.Errors.Texts())
}

func referenceOrder(in request, op crdschema.Operation) []string {
	decoded := in.theirs.Read(parity.Shuffled(in.object), upstream.Request)
	if decoded.Error != "" {
		return nil
	}
	if in.old != nil {
		in.old = parity.Shuffled(in.old)
	}
	return parity.EachOnce(unnumbered(upstream.MetadataOnce(admitted(in, decoded.Object, op).Errors)))
}
