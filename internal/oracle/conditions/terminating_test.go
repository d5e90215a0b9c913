package conditions

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/lifecycle"
)

// TestTerminating compares which requests are rejected while a definition is
// being deleted.
func TestTerminating(t *testing.T) {
	server := live.Start(t)
	var cases []served
	var manifests []map[string]any
	for i := range 4 { // fewer than the server deletes at a time
		m := drawServed(uint64(1_000_000 + i))
		for _, v := range m["spec"].(map[string]any)["versions"].([]any) {
			v.(map[string]any)["served"] = true
		}
		manifests = append(manifests, m)
	}
	_, err := server.Install(manifests...)
	require.NoError(t, err)
	for _, m := range manifests {
		d, err := crdschema.Compile(t.Context(), m)
		require.NoError(t, err)
		cases = append(cases, served{m, d, server})
	}
	parity.Run(t, "terminating", parity.List(cases, func(s served) string { return s.ours.Name() }), compareTerminating)
}

// compareTerminating deletes a definition whose deletion is delayed by an object.
func compareTerminating(c *parity.Check, s served) {
	held := s.object("name", "held")
	held["metadata"].(map[string]any)["finalizers"] = []any{"a.b/c"}
	if answer := s.resource().Create(held); !answer.Accepted() {
		c.Fail("holding", nil, answer.Body, "%v", answer)
		return
	}
	ours := compareDeletion(c, s)
	d, err := crdschema.Compile(context.Background(), ours)
	if err != nil {
		c.Fail("compiling", nil, nil, "%v", err)
		return
	}
	wrong := s.object("name", "new")
	wrong["kind"] = "Wrong"
	for _, object := range []map[string]any{s.object("name", "new"), s.object("generateName", "new-"), s.object("name", "Not-A-Name"), wrong} {
		compareRejected(c, s, d, object)
	}
	compareVerbs(c, s, ours)
	var updated live.Answer
	// The server marks the object for deletion meanwhile, with which it conflicts.
	eventually(func() bool {
		stored := s.resource().Get("held").Body
		stored["spec"] = map[string]any{"x": "y"}
		updated = s.resource().Update(stored)
		return updated.Code != http.StatusConflict
	})
	c.Equal("update", int64(http.StatusOK), int64(updated.Code))
}

// compareDeletion compares the definition after the request, and after the
// server's controllers have processed it.
func compareDeletion(c *parity.Check, s served) map[string]any {
	path := definitionsPath + "/" + s.ours.Name()
	was := s.server.Do(http.MethodGet, path, nil).Body
	theirs := s.server.Do(http.MethodDelete, path, nil).Body
	ours, err := lifecycle.MarkForDeletion(context.Background(), was, nowTime)
	if err != nil {
		c.Fail("deletion", nil, nil, "%v", err)
		return nil
	}
	c.Texts("deleted", conditionTexts(ours), conditionTexts(theirs))
	for _, field := range []string{"finalizers", "generation", "deletionGracePeriodSeconds"} {
		c.Equal(field, metadata(ours)[field], metadata(theirs)[field])
	}
	if ours, err = lifecycle.Reconcile(context.Background(), ours, nil, nowTime); err != nil {
		c.Fail("reconciled", nil, nil, "%v", err)
		return nil
	}
	eventually(func() bool {
		theirs = s.server.Do(http.MethodGet, path, nil).Body
		return parity.Equal(conditionTexts(theirs), conditionTexts(ours))
	})
	c.Texts("reconciled", conditionTexts(ours), conditionTexts(theirs))
	return ours
}

// compareRejected compares the responses to the creation of an object.
func compareRejected(c *parity.Check, s served, d *crdschema.Definition, object map[string]any) {
	theirs := s.resource().TryCreate(object, live.Ignore)
	ours, err := d.Admit(context.Background(), crdschema.Request{Object: object, Version: s.version(), FieldValidation: crdschema.Ignore})
	if err != nil || ours.Status() == nil {
		c.Fail("refused", ours.Validated, theirs.Body, "%v", err)
		return
	}
	c.Equal("code", int64(ours.Status().Code), int64(theirs.Code))
	c.Equal("reason", any(ours.Status().Reason), theirs.Body["reason"])
	c.Equal("message", ours.Status().Message, theirs.Message())
}

func compareVerbs(c *parity.Check, s served, ours map[string]any) {
	resource := lifecycle.Discover(s.ours.Group(), []map[string]any{ours}).Resources[s.version()][0]
	var theirs any
	eventually(func() bool {
		list, _ := s.server.Do(http.MethodGet, "/apis/"+s.ours.Group()+"/"+s.version(), nil).Body["resources"].([]any)
		theirs = byName(list)[fmt.Sprint(resource["name"])]
		return parity.Equal(any(resource), theirs)
	})
	c.Equal("verbs", any(resource), theirs)
}

// eventually waits some seconds for a condition.
func eventually(is func() bool) {
	for range 250 {
		if is() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// version returns the version of requests.
func (s served) version() string { return s.ours.ServedVersions()[0] }

func (s served) resource() live.Resource { return s.server.Resource(s.Manifest, s.version()) }

// object returns an object with a metadata field.
func (s served) object(field, value string) map[string]any {
	meta := map[string]any{field: value}
	if s.Manifest["spec"].(map[string]any)["scope"] == "Namespaced" {
		meta["namespace"] = "default"
	}
	return map[string]any{"apiVersion": s.ours.Group() + "/" + s.version(), "kind": s.ours.Kind(), "metadata": meta}
}

func metadata(crd map[string]any) map[string]any {
	meta, _ := crd["metadata"].(map[string]any)
	return meta
}
