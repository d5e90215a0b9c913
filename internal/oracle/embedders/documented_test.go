package embedders

import (
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// TestDocumented compares the verdicts of the call that docs/MIGRATING.md has for the answer
// of a server with the reference's: objects without a namespace included.
func TestDocumented(t *testing.T) {
	parity.Run(t, "embedder-documented", allRequests(t), func(c *parity.Check, in request) {
		ours := in.documented()
		theirs, namespaced := in.reference()
		if !namespaced {
			c.Void() // the URL of the reference has the namespace default
			return
		}
		c.Equal("accepted", ours.Accepted(), theirs.Refused == "" && len(theirs.Errors) == 0)
		c.Coded(ours.Errors...)
	})
}

// reference returns the reference's answer, unless the object has another namespace than the
// reference's URL.
func (r request) reference() (answer upstream.Admitted, namespaced bool) {
	e := r.kind.once("endpoint", func() any {
		crd, err := upstream.Definition(r.kind.manifest)
		if err != nil {
			panic(err)
		}
		return verdictOf(upstream.NewEndpoint(crd, r.kind.version.Name()))
	}).(*upstream.Endpoint)
	meta, _ := r.object["metadata"].(map[string]any)
	if name, _ := meta["namespace"].(string); name != "" && name != upstream.Namespace {
		return upstream.Admitted{}, false
	}
	decoded := e.Read(r.object, upstream.Request)
	if decoded.Error != "" {
		return upstream.Admitted{Refused: decoded.Error}, true
	}
	if r.old == nil {
		return e.Create(decoded.Object), true
	}
	old := e.Read(r.stored, upstream.Storage)
	if old.Error != "" {
		return upstream.Admitted{Refused: old.Error}, true
	}
	return e.Update(decoded.Object, old.Object), true
}
