package oracle

import (
	"context"
	"maps"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// Whole requests, of which the reference's part is put together from what it
// exports. Package live has those that go through a server.
func TestAdmitWithoutCEL(t *testing.T) {
	cases := parity.Join(corpusRequests(t, parity.Full(20)), generatedRequests(parity.Full(20_000)))
	parity.Run(t, "admit-without-cel", cases, func(c *parity.Check, in request) {
		compareRequest(c, in, crdschema.Create)
		if in.old == nil {
			return
		}
		compareRequest(c, in, crdschema.Update)
		if in.theirs.Status {
			compareRequest(c, in, crdschema.UpdateStatus)
		}
	})
}

func compareRequest(c *parity.Check, in request, op crdschema.Operation) {
	what := [...]string{"create", "update", "update of status"}[op]
	req := crdschema.Request{Object: in.object, Operation: op, Version: in.version, Namespace: upstream.Namespace, FieldValidation: crdschema.Ignore}
	if op != crdschema.Create {
		req.Old = in.old
	}
	ours, err := in.ours.Admit(context.Background(), req)
	if err != nil {
		c.Fail(what, nil, nil, "no verdict: %v", err)
		return
	}
	decoded := in.theirs.Read(in.object, upstream.Request)
	if decoded.Error != "" {
		compareRefused(c, what, ours.Refused, decoded.Error)
		return
	}
	if ours.Refused != nil {
		c.Fail(what+": refused", ours.Refused.Message, nil, "nobody else refuses this")
		return
	}
	varying(c, what+": errors", once(ours.Errors.Texts()), func() []string { return once(admitted(in, decoded.Object, op).Errors) })
	theirs := admitted(in, decoded.Object, op)
	if theirs.Refused != "" {
		c.Fail(what+": refused", nil, theirs.Refused, "ours does not refuse this")
		return
	}
	c.Equal(what+": object", comparable(ours.Object), comparable(theirs.Object))
	c.Texts(what+": warnings", ours.Warnings, theirs.Warnings)
}

// compareRefused compares the refusal of what cannot be decoded, whose text the
// reference goes on to wrap. Of several embedded resources with bad metadata it
// names one at random.
func compareRefused(c *parity.Check, what string, refusal *crdschema.Refusal, why string) {
	if refusal == nil {
		c.Fail(what+": refused", nil, why, "ours does not refuse this")
		return
	}
	if !strings.HasSuffix(refusal.Message, ": "+why) {
		c.Equal(what+": refused for", bodyPath(refusal.Message), bodyPath(why))
	}
}

// bodyPath cuts an error's text down to what is the same of all bad metadata.
func bodyPath(text string) bool {
	return strings.Contains(text, "metadata") || strings.Contains(text, "must be a string")
}

func admitted(in request, decoded map[string]any, op crdschema.Operation) upstream.Admitted {
	if op == crdschema.Create {
		return in.theirs.Create(decoded)
	}
	old := in.theirs.Read(in.old, upstream.Storage)
	if old.Error != "" {
		return upstream.Admitted{Refused: old.Error}
	}
	if op == crdschema.Update {
		return in.theirs.Update(decoded, old.Object)
	}
	return in.theirs.UpdateStatus(decoded, old.Object)
}

// comparable is an object without what a server makes up.
func comparable(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	if meta, ok := obj["metadata"].(map[string]any); ok {
		meta = maps.Clone(meta)
		for _, field := range []string{"uid", "creationTimestamp", "managedFields"} {
			delete(meta, field)
		}
		out["metadata"] = meta
	}
	return out
}
