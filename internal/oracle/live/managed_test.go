package live_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// managedUpdate is an update whose body differs from the stored object at most in
// managed fields, system fields and what the server does not let it change.
type managedUpdate struct {
	Status  bool // the definition has a status subresource
	Op      crdschema.Operation
	Version string
	Object  map[string]any
}

// TestManagedFields compares updates of managed fields of a kind whose root has the
// rule that nothing changes, with and without a status subresource.
func TestManagedFields(t *testing.T) {
	server := live.Start(t)
	kinds := map[bool]managedKind{}
	var manifests []map[string]any
	for _, status := range []bool{false, true} {
		manifests = append(manifests, managedManifest(status))
	}
	answers, err := server.Install(manifests...)
	require.NoError(t, err)
	for i, status := range []bool{false, true} {
		require.True(t, answers[i].Accepted(), answers[i].Message())
		kinds[status] = newManagedKind(t, server, manifests[i])
	}
	cases := parity.Generated(parity.Full(5_000), func(seed uint64) managedUpdate { return managedFor(kinds, seed) })
	codes := map[int]int{}
	parity.Run(t, "managed-fields-live", cases, func(c *parity.Check, u managedUpdate) { kinds[u.Status].compare(c, u) })
	for i := range 100 {
		_, u := cases.At(i)
		codes[kinds[u.Status].send(u).Code]++
	}
	require.Greater(t, codes[200], 10)
	require.Greater(t, codes[422], 10)
}

func managedManifest(status bool) map[string]any {
	group := fmt.Sprintf("managed-%v.example.com", status)
	text := map[string]any{"type": "string"}
	version := func(name string, storage bool) map[string]any {
		v := map[string]any{"name": name, "served": true, "storage": storage, "schema": map[string]any{"openAPIV3Schema": map[string]any{
			"type": "object", "x-kubernetes-validations": []any{map[string]any{"rule": "oldSelf.spec.a == 'being set up' || self == oldSelf"}},
			"properties": map[string]any{
				"spec":   map[string]any{"type": "object", "properties": map[string]any{"a": text}},
				"status": map[string]any{"type": "object", "properties": map[string]any{"p": text, "q": text, "in": map[string]any{"type": "object", "properties": map[string]any{"x": text}}}},
			}}}}
		if status {
			v["subresources"] = map[string]any{"status": map[string]any{}}
		}
		return v
	}
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "things." + group},
		"spec": map[string]any{"group": group, "scope": "Namespaced", "names": map[string]any{"plural": "things", "kind": "Thing"},
			"versions": []any{version("v1", true), version("v2", false)}},
	}
}

// managedKind is a definition on both sides with a stored object.
type managedKind struct {
	ours      *crdschema.Definition
	resources map[string]live.Resource
	stored    map[string]map[string]any // by version
}

func newManagedKind(t *testing.T, server *live.Server, manifest map[string]any) managedKind {
	ours, err := crdschema.Compile(t.Context(), manifest)
	require.NoError(t, err)
	k := managedKind{ours: ours, resources: map[string]live.Resource{}, stored: map[string]map[string]any{}}
	for _, version := range []string{"v1", "v2"} {
		k.resources[version] = server.Resource(manifest, version)
	}
	entry := func(manager, version string, fields map[string]any) any {
		return map[string]any{"manager": manager, "operation": "Update", "apiVersion": ours.Group() + "/" + version, "fieldsType": "FieldsV1",
			"fieldsV1": fields, "time": "2024-01-02T03:04:05Z"}
	}
	status := map[string]any{".": map[string]any{}, "f:p": map[string]any{}, "f:in": map[string]any{".": map[string]any{}, "f:x": map[string]any{}}}
	object := map[string]any{"apiVersion": ours.Group() + "/v1", "kind": "Thing", "metadata": map[string]any{"name": "a", "namespace": "default",
		"managedFields": []any{entry("m1", "v1", map[string]any{"f:status": status}), entry("m2", "v2", map[string]any{"f:spec": map[string]any{"f:a": map[string]any{}}, "f:status": status})}},
		"spec": map[string]any{"a": "being set up"}, "status": map[string]any{"p": "1", "in": map[string]any{"x": "1"}}}
	created := k.resources["v1"].Create(object)
	require.True(t, created.Accepted(), created.Message())
	created.Body["status"] = object["status"]
	updated := k.resources["v1"].UpdateStatus(created.Body)
	if updated.Code == 404 { // no subresource: the create has stored the status
		updated = created
	}
	require.True(t, updated.Accepted(), updated.Message())
	k.finish(t, updated.Body, object["metadata"].(map[string]any)["managedFields"].([]any))
	for version, resource := range k.resources {
		k.stored[version] = resource.Get("a").Body
	}
	return k
}

// finish ends the setup of an object: the managers of its status are those given, and
// not those that have stored it.
func (k managedKind) finish(t *testing.T, object map[string]any, managers []any) {
	object["spec"] = map[string]any{"a": "1"}
	meta := object["metadata"].(map[string]any)
	meta["managedFields"] = append(slices.Clone(managers), meta["managedFields"].([]any)...)
	answer := k.resources["v1"].Update(object)
	require.True(t, answer.Accepted(), answer.Message())
	require.Equal(t, "1", answer.Body["status"].(map[string]any)["p"])
}

func managedFor(kinds map[bool]managedKind, seed uint64) managedUpdate {
	r := rand.New(rand.NewPCG(seed, 5))
	u := managedUpdate{Status: r.IntN(3) > 0, Version: []string{"v1", "v2"}[r.IntN(2)], Op: crdschema.Update}
	k := kinds[u.Status]
	if u.Status && r.IntN(4) == 0 {
		u.Op = crdschema.UpdateStatus
	}
	u.Object = structural.Clone(k.stored[u.Version])
	meta := u.Object["metadata"].(map[string]any)
	for _, field := range []string{"uid", "creationTimestamp", "generation"} {
		if r.IntN(4) == 0 {
			delete(meta, field)
		}
	}
	switch status, _ := u.Object["status"].(map[string]any); {
	case !u.Status || status == nil || u.Op == crdschema.UpdateStatus:
	case r.IntN(4) == 0:
		delete(u.Object, "status")
	case r.IntN(4) == 0:
		status["p"] = "2"
	case r.IntN(4) == 0:
		delete(status, "in")
	case r.IntN(4) == 0:
		status["q"] = "new"
	}
	entries, _ := meta["managedFields"].([]any)
	for range r.IntN(3) {
		entries = spoiledEntries(r, entries, k.ours.Group())
	}
	if meta["managedFields"] = entries; r.IntN(10) == 0 {
		delete(meta, "managedFields")
	}
	return u
}

// spoiledEntries changes one thing in managed fields.
func spoiledEntries(r *rand.Rand, entries []any, group string) []any {
	if len(entries) == 0 {
		return []any{map[string]any{}}
	}
	i := r.IntN(len(entries))
	entry := maps.Clone(entries[i].(map[string]any))
	changed := slices.Clone(entries)
	set := func(field string, v any) []any {
		entry[field] = v
		changed[i] = entry
		return changed
	}
	switch r.IntN(16) {
	case 0: // repeated
		return append(changed, entry)
	case 1:
		slices.Reverse(changed)
		return changed
	case 2:
		return slices.Delete(changed, i, i+1)
	case 3:
		return set("operation", []any{"Apply", "Bogus", ""}[r.IntN(3)])
	case 4:
		return set("fieldsType", "FieldsV2")
	case 5:
		return set("fieldsV1", []any{"x", 1, nil, map[string]any{}, []any{}}[r.IntN(5)])
	case 6:
		return set("fieldsV1", map[string]any{"x:unknown": 1, "f:spec": map[string]any{"f:a": map[string]any{}}})
	case 7:
		return set("fieldsV1", map[string]any{"f:spec": map[string]any{".": 5, "f:a": nil, "f:": map[string]any{".": nil}}})
	case 8:
		return set("fieldsV1", map[string]any{"spec": map[string]any{}})
	case 9:
		return set("apiVersion", []any{group + "/v7", "v1", "other/v1", group + "/v2", ""}[r.IntN(5)])
	case 10:
		return set("manager", []any{"m1", "m2", "a", ""}[r.IntN(4)])
	case 11:
		return set("time", []any{nil, "2020-01-01T00:00:00Z", "2024-01-02T04:04:05+01:00"}[r.IntN(3)])
	case 12:
		return set("subresource", "status")
	case 13:
		entry["manager"] = "another"
		delete(entry, "fieldsV1")
		return append(changed, entry)
	case 14:
		entry["manager"] = "another"
		return append([]any{entry}, changed...)
	default:
		return []any{map[string]any{}}
	}
}

func (k managedKind) send(u managedUpdate) live.Answer {
	if u.Op == crdschema.UpdateStatus {
		return k.resources[u.Version].TryUpdateStatus(u.Object, live.Ignore)
	}
	return k.resources[u.Version].TryUpdate(u.Object, live.Ignore)
}

func (k managedKind) compare(c *parity.Check, u managedUpdate) {
	ours, err := k.ours.Admit(context.Background(), crdschema.Request{Object: u.Object, Old: k.stored["v1"], Operation: u.Op,
		Version: u.Version, Namespace: "default", FieldValidation: crdschema.Ignore, DryRun: true})
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
		return
	}
	theirs := k.send(u)
	c.Equal("code", int64(code(ours)), int64(theirs.Code))
	switch {
	case ours.Status() != nil && len(ours.Errors) == 0:
		c.Equal("message", ours.Status().Message, theirs.Message())
	case len(ours.Errors) > 0:
		c.Texts("errors", c.OurTexts(ours.Errors), unique(theirs.Causes()))
	default:
		c.Equal("object", ours.Object, theirs.Body)
	}
}
