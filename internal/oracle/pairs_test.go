package oracle

import (
	"context"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// updateTest is an update that tests a definition, written by its authors.
type updateTest struct {
	request
	operation crdschema.Operation
	expected  string // the server's error, or empty
}

// TestPairs compares updates with the errors that the authors of the definitions
// expect. If the reference does not return an expected error, which was written
// for another version of Kubernetes, neither must ours.
func TestPairs(t *testing.T) {
	cases := corpusPairs(t)
	if cases.N == 0 { // our own corpus has some
		t.Log("no update tests in this corpus")
		return
	}
	parity.Run(t, "pairs", cases, func(c *parity.Check, p updateTest) {
		compareRequest(c, p.request, p.operation)
		theirs := admitted(p.request, p.theirs.Read(p.object, upstream.Request).Object, p.operation)
		c.Equal("as expected", p.asExpected(p.ourErrors(c)), p.asExpected(theirs.Errors))
	})
	met := 0
	for i := range cases.N {
		_, p := cases.At(i)
		theirs := admitted(p.request, p.theirs.Read(p.object, upstream.Request).Object, p.operation)
		if p.asExpected(theirs.Errors) {
			met++
		}
	}
	t.Logf("a server answers %d of %d updates as their authors expect", met, cases.N)
}

func (p updateTest) asExpected(errs []string) bool {
	all := strings.Join(errs, "\n")
	return strings.Contains(all, p.expected) && (p.expected == "") == (all == "")
}

func (p updateTest) ourErrors(c *parity.Check) []string {
	got, err := p.ours.Admit(context.Background(), crdschema.Request{
		Object: p.object, Old: p.old, Operation: p.operation, Version: p.version, Namespace: upstream.Namespace,
	})
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
	}
	return c.OurTexts(got.Errors)
}

// replaces turns the update into one of a stored object, without a namespace if
// the kind has none.
func (p updateTest) replaces() {
	meta, old := p.object["metadata"].(map[string]any), p.old["metadata"].(map[string]any)
	meta["resourceVersion"] = old["resourceVersion"]
	if p.ours.Scope() == objectmeta.ClusterScoped {
		delete(meta, "namespace")
		delete(old, "namespace")
	}
}

// corpusPairs returns the update tests of the corpus for the resource and for its
// status subresource, if there is one.
func corpusPairs(t *testing.T) parity.Cases[updateTest] {
	t.Helper()
	var out []updateTest
	var labels []string
	for _, crd := range corpus.Load(t).CRDs {
		initial := map[int]*corpus.Object{}
		for _, o := range crd.Objects {
			if o.Role == "initial" {
				initial[o.Pair] = o
			}
		}
		for _, o := range crd.Objects {
			before := initial[o.Pair]
			if o.Role != "updated" || before == nil {
				continue
			}
			e, ok := newEndpoint(crd.Manifest, o.Version())
			if !ok {
				continue
			}
			p := updateTest{request: request{endpoint: e, object: withName(o.Value)}, operation: crdschema.Update, expected: o.ExpectedError}
			p.old = stored(e, sameName(before.Value, p.object))
			p.replaces()
			out, labels = append(out, p), append(labels, o.File)
			if e.theirs.Status {
				p.operation = crdschema.UpdateStatus
				out, labels = append(out, p), append(labels, o.File+" status")
			}
		}
	}
	return parity.Cases[updateTest]{N: len(out), At: func(i int) (string, updateTest) { return labels[i], out[i] }}
}
