package live_test

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upgrades"
	"github.com/seed95800270/crdschema/structural"
)

// witnessCase is a witness of compat, the CRDs that it is about, and what the server does.
type witnessCase struct {
	label    string
	old, new map[string]any
	finding  compat.Finding
	before   live.Answer // with the old CRD
	read     live.Answer // of the stored object, with the old CRD
	after    live.Answer
	reread   live.Answer
}

// TestCompatWitnesses sends witnesses to the server: with the old CRD, which accepts them, and again after
// the CRD was updated.
func TestCompatWitnesses(t *testing.T) {
	server := live.Start(t)
	witnesses := findWitnesses(t, parity.Full(300))
	crds := make([]map[string]any, len(witnesses))
	for i := range witnesses {
		crds[i] = witnesses[i].old
	}
	answers, err := server.Install(crds...)
	require.NoError(t, err)
	for i, w := range witnesses {
		require.True(t, answers[i].Accepted(), "%s: %s", w.label, answers[i].Message())
		witnesses[i].askBefore(server)
	}
	for _, w := range witnesses {
		answer := upgrade(server, w.new)
		require.True(t, answer.Accepted(), "%s: %s", w.label, answer.Message())
	}
	require.NoError(t, server.AwaitServed())
	for i := range witnesses {
		witnesses[i].askAfter(server)
	}
	cases := parity.Cases[*witnessCase]{N: len(witnesses), At: func(i int) (string, *witnessCase) { return witnesses[i].label, &witnesses[i] }}
	parity.Run(t, "compat-live", cases, func(c *parity.Check, w *witnessCase) { w.compare(c) })
}

// findWitnesses returns n witnesses of updates with a known effect. Each has a CRD of its own.
func findWitnesses(t *testing.T, n int) []witnessCase {
	var out []witnessCase
	for seed := uint64(1); len(out) < n; seed += 7 {
		in := upgrades.Known(seed)
		for _, crd := range []map[string]any{in.Old, in.New} {
			group := fmt.Sprintf("w%d.witness.example.com", len(out))
			crd["metadata"] = map[string]any{"name": "things." + group}
			crd["spec"].(map[string]any)["group"] = group
		}
		got, err := compat.Compare(t.Context(), in.Old, in.New)
		require.NoError(t, err)
		if slices.ContainsFunc(got.Findings, func(f compat.Finding) bool { return f.Effect == compat.RefusesCRD }) {
			continue
		}
		i := slices.IndexFunc(got.Findings, func(f compat.Finding) bool { return f.Witness != nil && f.Effect != compat.Ownership })
		if i >= 0 {
			out = append(out, witnessCase{label: fmt.Sprint(in.Name, " ", seed), old: in.Old, new: in.New, finding: got.Findings[i]})
		}
	}
	return out
}

func upgrade(server *live.Server, crd map[string]any) live.Answer {
	at := "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/" + live.Name(crd)
	stored := server.Do(http.MethodGet, at, nil)
	body := structural.Clone(crd)
	body["metadata"].(map[string]any)["resourceVersion"] = revisionOf(stored)
	return server.Do(http.MethodPut, at, body)
}

// witnessObject returns an object of the test's namespace with a name, or nil.
func witnessObject(object map[string]any, name, revision string) map[string]any {
	if object == nil {
		return nil
	}
	out := structural.Clone(object)
	meta, _ := out["metadata"].(map[string]any)
	if meta == nil {
		meta = map[string]any{}
		out["metadata"] = meta
	}
	delete(meta, "generateName")
	delete(meta, "uid")
	delete(meta, "resourceVersion")
	meta["name"], meta["namespace"] = name, "default"
	if revision != "" {
		meta["resourceVersion"] = revision
	}
	return out
}

func (w *witnessCase) askBefore(server *live.Server) {
	resource := server.Resource(w.old, "v1")
	if w.finding.Witness.Operation == crdschema.Create {
		object := witnessObject(w.finding.Witness.Object, "witness", "")
		if w.before = resource.TryCreate(object, live.Strict); w.before.Accepted() {
			w.read = resource.Create(object)
		}
		return
	}
	w.read = resource.Create(witnessObject(w.finding.Witness.Old, "witness", ""))
	w.before = resource.TryUpdate(witnessObject(w.finding.Witness.Object, "witness", revisionOf(w.read)), live.Strict)
}

func (w *witnessCase) askAfter(server *live.Server) {
	resource := server.Resource(w.new, "v1")
	w.reread = resource.Get("witness")
	if w.finding.Witness.Operation == crdschema.Create {
		w.after = resource.TryCreate(witnessObject(w.finding.Witness.Object, "again", ""), live.Ignore)
		return
	}
	w.after = resource.TryUpdate(witnessObject(w.finding.Witness.Object, "witness", revisionOf(w.read)), live.Ignore)
}

func (w *witnessCase) compare(c *parity.Check) {
	c.Equal("the old CRD accepts it: "+strings.TrimSpace(w.before.String()), w.before.Accepted(), true)
	if w.finding.Effect == compat.Refuses {
		c.Equal("the new CRD accepts it: "+strings.TrimSpace(w.after.String()), w.after.Accepted(), false)
		return
	}
	same := w.after.Accepted() && reflect.DeepEqual(w.after.Body["spec"], w.before.Body["spec"]) && reflect.DeepEqual(w.reread.Body["spec"], w.read.Body["spec"])
	c.Equal(w.finding.String()+": nothing changes", same, false)
}
