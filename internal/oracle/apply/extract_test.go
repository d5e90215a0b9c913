package apply

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// TestExtract compares what managers have applied, after each of the requests of a
// sequence.
func TestExtract(t *testing.T) {
	subjects := corpusSubjects(t)
	parity.Run(t, "extract", parity.Times(subjects, max(1, (parity.Full(20_000)+subjects.N-1)/subjects.N), newSequence), func(c *parity.Check, in sequence) {
		if in.kind == nil {
			c.Void()
			return
		}
		var live map[string]any
		for i, o := range in.Operations {
			now := epoch.Add(time.Duration(i+1) * time.Hour)
			if ours := in.kind.ask(o, live, o.Change(live), now); ours.Object != nil {
				live = stored(ours.Object)
			}
			if live != nil && in.kind.has(live) {
				in.kind.extract(c, o, live)
			}
		}
	})
}

// has reports whether the definition has the version and kind of an object: a client knows
// the type of others neither.
func (k *kind) has(obj map[string]any) bool {
	apiVersion, _ := obj["apiVersion"].(string)
	name, ok := strings.CutPrefix(apiVersion, k.definition.Group()+"/")
	_, found := k.definition.Version(name)
	return ok && found && obj["kind"] == k.definition.Kind()
}

// extract compares what the manager of a request has applied to an object.
func (k *kind) extract(c *parity.Check, o operation, live map[string]any) {
	before := structural.Clone(live)
	ours, ourErr := k.ours.Extract(context.Background(), live, o.Manager, o.Subresource)
	if !structural.Equal(before, live) {
		c.Fail("argument", nil, nil, "it was written to")
	}
	theirs, theirErr := k.theirs.extract(live, o.Manager, o.Subresource)
	c.Equal(fmt.Sprintf("extract %s", o), ours, theirs)
	c.Equal(fmt.Sprintf("error %s", o), ourErr == nil, theirErr == nil)
	if ourErr != nil && theirErr != nil {
		text := func() answer {
			_, err := k.theirs.extract(live, o.Manager, o.Subresource)
			return extractFailure(err)
		}
		c.Equal(fmt.Sprintf("text %s", o), extractFailure(ourErr), text(), inAnyOrder(extractFailure(ourErr), text))
	}
}

// extractFailure returns the text of an error in the form of the others, whose list of errors
// begins after a parenthesis.
func extractFailure(err error) answer {
	return answer{Text: strings.Replace(err.Error(), " typed: ", " (typed): ", 1)}
}
