package live_test

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// rejectionOf returns our Status for a request for an object.
func rejectionOf(c *parity.Check, d *crdschema.Definition, req crdschema.Request) (*crdschema.Status, crdschema.Result, bool) {
	result, err := d.Admit(context.Background(), req)
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
	}
	return result.Status(), result, err == nil
}

func (x exchange) rejected(c *parity.Check) (rejected, bool) {
	status, _, ok := rejectionOf(c, x.ours, x.request())
	r := rejected{ours: status, theirs: x.send(), send: x.send}
	if x.Op == crdschema.UpdateStatus {
		r.asStatus = func() live.Answer { return x.withoutOthers().send() }
	}
	return r, ok
}

func (x bodyCase) rejected(c *parity.Check) (rejected, bool) {
	status, result, ok := rejectionOf(c, x.kind.ours, x.request())
	r := rejected{ours: status, theirs: x.send(), send: x.send}
	if x.Op == crdschema.UpdateStatus {
		r.asStatus = func() live.Answer { return x.withStatus(result.Decoded).send() }
	}
	return r, ok
}

func (k addressedKind) rejected(a addressed, c *parity.Check) (rejected, bool) {
	req, send := k.requests(a)
	theirs := send()
	req.NameSuffix = suffixOf(theirs)
	status, _, ok := rejectionOf(c, k.ours, req)
	return rejected{ours: status, theirs: theirs, send: send}, ok && !exists(theirs)
}

func (s sentDefinition) rejected(c *parity.Check) (rejected, bool) {
	ours, err := crdschema.NewCompiler().AdmitCRD(context.Background(), s.request())
	if err != nil {
		c.Fail("error", nil, nil, "%v", err)
		return rejected{}, false
	}
	r := rejected{ours: ours.Status(), theirs: s.send(), send: s.send}
	if strings.Contains(r.theirs.Message(), "panic") {
		return r, false // D45
	}
	if r.theirs.Code == http.StatusUnprocessableEntity && r.ours != nil { // some errors vary
		wanted := comparable(c, r.ours.Object())
		r.theirs, _ = parity.Repeat30(s.send, func(a live.Answer) bool { return parity.Equal(comparable(c, a.Body), wanted) })
	}
	r.rows = []parity.Allowed{
		parity.Row("D51", func() any { return s.onlyKind().send().Body }),
		parity.Row("D26", func() any { return s.tied(comparable(c, r.ours.Object()), comparable(c, r.theirs.Body)) }),
	}
	return r, true
}

// tied returns theirs with the causes of ours if they name other rules of the same
// cost.
func (s sentDefinition) tied(ours, theirs map[string]any) map[string]any {
	texts := func(body map[string]any) (out []string, causes []any) {
		details, _ := body["details"].(map[string]any)
		causes, _ = details["causes"].([]any)
		for _, cause := range causes {
			out = append(out, causeText(cause))
		}
		return out, causes
	}
	wanted, causes := texts(ours)
	got, _ := texts(theirs)
	cost := upstream.MentionedCost(func() map[string]string { return upstream.DefinitionRuleCosts(s.definition()) })
	if tied := parity.Tied(wanted, got, cost); parity.Equal(slices.Sorted(slices.Values(tied)), slices.Sorted(slices.Values(wanted))) {
		return withCauses(theirs, causes)
	}
	return theirs
}

func (w write) rejected(c *parity.Check) (rejected, bool) {
	req := w.request()
	resource := w.server.Resource(w.manifest, w.Version)
	if w.Op != crdschema.Create && !w.prepare(c, &req) {
		return rejected{}, false
	}
	send := func() live.Answer { return w.send(resource, req.Object) }
	r := rejected{theirs: send(), send: send}
	var err error
	if _, req.Revision, err = w.server.StoredAt(w.manifest, "default", w.name); err != nil {
		c.Fail("etcd", nil, nil, "%v", err)
		return r, false
	}
	var ok bool
	if r.ours, _, ok = rejectionOf(c, w.ours, req); r.ours != nil || !ok {
		return r, ok
	}
	return w.read(c)
}

// read returns the answers to a request for the written object at the other version.
func (w write) read(c *parity.Check) (rejected, bool) {
	version := map[string]string{"v1": "v2", "v2": "v1"}[w.Version]
	stored, err := w.server.Stored(w.manifest, "default", w.name)
	if err != nil || stored == nil {
		c.Fail("etcd", nil, nil, "%v", err)
		return rejected{}, false
	}
	send := func() live.Answer { return w.server.Resource(w.manifest, version).Get(w.name) }
	r := rejected{theirs: send(), send: send}
	if _, revision, found := strings.Cut(r.theirs.Message(), "revision="); found {
		revision, _, _ = strings.Cut(revision, ":")
		stored = withVersion(stored, revision)
	}
	_, err = w.ours.Read(context.Background(), stored, version)
	r.ours = crdschema.StatusOf(err)
	if err != nil && r.ours == nil {
		c.Fail("read", nil, nil, "%v", err)
	}
	return r, true
}
