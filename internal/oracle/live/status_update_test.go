package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// partUpdate is an update of an object, its status or its scale that changes some parts of
// it: those that the request may change, and the others.
type partUpdate struct {
	server  *live.Server
	kind    *partKind
	old     storedPart
	Version string
	Op      crdschema.Operation
	Fields  live.FieldValidation
	// Lasting is set for an update that is not a dry run, of an object of its own.
	Lasting bool
	seed    uint64
}

// TestStatusUpdate compares updates of objects, of their statuses and of their scales with
// the running server: the whole answers, and what is stored.
func TestStatusUpdate(t *testing.T) {
	server, kinds := live.Start(t), parts(t)
	var answered codes
	cases := parity.Generated(parity.Full(20_000), func(seed uint64) partUpdate { return partUpdateFor(server, kinds, seed) })
	parity.Run(t, "status-update", cases, func(c *parity.Check, u partUpdate) { u.compare(c, &answered) })
	answered.require(t, map[int]int{200: 400, 400: 50, 404: 50, 409: 10, 422: 200, 500: 10})
}

func partUpdateFor(server *live.Server, kinds []*partKind, seed uint64) partUpdate {
	r := parity.Rand(seed)
	k := oneOf(r, kinds)
	u := partUpdate{server: server, kind: k, old: oneOf(r, k.objects), Version: oneOf(r, []string{"v0", "v1", "v1", "v1", "v1", "v2", "v2", "v2", "v2"}), seed: seed}
	u.Op = oneOf(r, []crdschema.Operation{crdschema.Update, crdschema.Update, crdschema.UpdateStatus, crdschema.UpdateStatus, crdschema.UpdateScale})
	u.Fields, u.Lasting = fieldModes[r.IntN(3)], r.IntN(4) == 0
	if u.Lasting {
		u.old = k.object(r, fmt.Sprint("u", seed))
	}
	return u
}

// compare makes the request on both sides.
func (u partUpdate) compare(c *parity.Check, answered *codes) {
	if u.Lasting {
		created := u.server.Do(http.MethodPost, u.kind.collection("v0"), u.old)
		if u.old = u.kind.stored(u.server, live.Name(u.old)); u.old == nil {
			c.Fail("create", nil, created.String(), "")
			return
		}
	}
	current := u.server.Do(http.MethodGet, u.path(), nil)
	if !current.Accepted() {
		c.Void()
		return
	}
	body, err := json.Marshal(u.body(current.Body))
	if err != nil {
		c.Fail("JSON", nil, nil, "%v", err)
		return
	}
	send := func() live.Answer { return u.send(body, "&dryRun=All") }
	theirs := send()
	ours, err := u.kind.ours.Admit(context.Background(), crdschema.Request{Operation: u.Op, Body: body, Old: u.old, Version: u.Version,
		Namespace: u.kind.namespace(), Name: live.Name(u.old), FieldValidation: ourFields[u.Fields], DryRun: !u.Lasting || !theirs.Accepted()})
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
		return
	}
	a := answers{ours: unmanaged(ours.Object), rejection: ours.Status(), theirs: theirs, warnings: ours.Warnings}
	if u.Lasting && a.theirs.Accepted() {
		a.theirs = u.send(body, "")
		stored, err := u.server.Stored(u.kind.crd, u.kind.namespace(), live.Name(u.old))
		c.Equal("etcd", err, nil)
		c.Equal("stored", unversioned(written(ours.Stored)), unversioned(stored))
		a.ours, a.theirs.Body = unversioned(a.ours), unversioned(a.theirs.Body)
	}
	if a.theirs.Accepted() && !u.Lasting {
		a.theirs.Body = unmanaged(a.theirs.Body)
	}
	a.compare(c, send, answered)
}

// unmanaged returns an object without its managed fields, to which the server adds.
func unmanaged(obj map[string]any) map[string]any {
	meta, _ := obj["metadata"].(map[string]any)
	if meta["managedFields"] == nil {
		return obj
	}
	out, meta := maps.Clone(obj), maps.Clone(meta)
	delete(meta, "managedFields")
	out["metadata"] = meta
	return out
}

// path returns the path of the object.
func (u partUpdate) path() string { return u.kind.collection(u.Version) + "/" + live.Name(u.old) }

func (u partUpdate) send(body []byte, query string) live.Answer {
	path := u.path() + map[crdschema.Operation]string{crdschema.UpdateStatus: "/status", crdschema.UpdateScale: "/scale"}[u.Op]
	return u.server.DoText(http.MethodPut, path+"?fieldValidation="+string(u.Fields)+query, "application/json", body)
}

// body returns the body of the request: the current object with changes in its metadata, its
// spec and its status, or a Scale with the same metadata.
func (u partUpdate) body(current map[string]any) map[string]any {
	r := parity.Rand(u.seed + 1<<32)
	obj := structural.Clone(current)
	meta := obj["metadata"].(map[string]any)
	delete(meta, "managedFields")
	if r.IntN(2) == 0 {
		changeMetadata(r, meta)
	}
	if u.Op == crdschema.UpdateScale {
		return map[string]any{"kind": "Scale", "apiVersion": "autoscaling/v1", "metadata": meta, "spec": map[string]any{"replicas": int64(r.IntN(8))},
			"status": map[string]any{"replicas": int64(9), "selector": "other=selector"}}
	}
	for _, version := range []string{"v1", "v2"} {
		for _, path := range u.kind.paths[version] {
			if r.IntN(2) == 0 {
				setAt(obj, path, partValue(r, path, r.IntN(8) == 0))
			}
		}
	}
	fillPart(r, obj)
	if r.IntN(12) == 0 {
		delete(obj, oneOf(r, []string{"spec", "status", "kind", "apiVersion"}))
	}
	if r.IntN(12) == 0 {
		setAt(obj, oneOf(r, []string{".spec.odd", ".status.odd", ".odd", ".metadata.odd"}), "unknown")
	}
	return obj
}

// changeMetadata makes one or two changes.
func changeMetadata(r *rand.Rand, meta map[string]any) {
	for range 1 + r.IntN(2) {
		field := oneOf(r, strings.Fields("labels labels annotations annotations finalizers finalizers ownerReferences generation uid "+
			"resourceVersion creationTimestamp deletionTimestamp deletionGracePeriodSeconds name namespace selfLink"))
		values := map[string][]any{
			"labels":                     {map[string]any{"l": "w"}, map[string]any{"?": "v"}, nil},
			"annotations":                {map[string]any{"a": "b"}, nil},
			"finalizers":                 {[]any{}, []any{"example.com/keep", "example.com/more"}, []any{"odd"}, nil},
			"ownerReferences":            {[]any{map[string]any{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u"}}, []any{map[string]any{"uid": "u"}, map[string]any{"uid": "u"}}},
			"generation":                 {int64(7), int64(-1), nil},
			"uid":                        {"other", "", nil},
			"resourceVersion":            {"1", "x", "", nil},
			"creationTimestamp":          {"2020-01-01T00:00:00Z", nil},
			"deletionTimestamp":          {"2020-01-01T00:00:00Z", nil},
			"deletionGracePeriodSeconds": {int64(0), int64(5), nil},
			"name":                       {"other", ""},
			"namespace":                  {"other", "", "default"},
			"selfLink":                   {"/x"},
		}[field]
		meta[field] = oneOf(r, values)
	}
}
