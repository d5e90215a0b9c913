package live_test

import (
	"context"
	"encoding/json"
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// fixedRejection is a request that is not left to chance.
type fixedRejection struct {
	what     string
	ours     *crdschema.Definition
	resource live.Resource
	op       crdschema.Operation
	path     string // below the resource
	object   map[string]any
	old      map[string]any
}

func (f fixedRejection) rejected(c *parity.Check) (rejected, bool) {
	text, err := json.Marshal(f.object)
	if err != nil {
		c.Fail("JSON", nil, nil, "%v", err)
		return rejected{}, false
	}
	send := func() live.Answer {
		if f.op == crdschema.Create {
			return f.resource.TryCreateText("application/json", text, live.Warn)
		}
		return f.resource.TryUpdateText(f.path, "application/json", text, live.Warn)
	}
	version := path.Base(f.object["apiVersion"].(string))
	status, _, ok := rejectionOf(c, f.ours, crdschema.Request{Body: text, Operation: f.op, Old: f.old, Version: version, Namespace: "default", Name: f.name(), DryRun: true})
	return rejected{ours: status, theirs: send(), send: send}, ok
}

// name returns the name in the URL.
func (f fixedRejection) name() string {
	name, _, _ := strings.Cut(f.path, "/")
	return name
}

// fixedRejections returns requests that are forbidden, that conflict with the stored
// object, and for paths that are not served.
func fixedRejections(t *testing.T) []fixedRejection {
	server := live.Start(t)
	crd, dying := decode(t, lamps), decode(t, lamps)
	rename(crd, "fixed.example.com")
	rename(dying, "dying.example.com")
	answers, err := server.Install(crd, dying)
	require.NoError(t, err)
	require.True(t, answers[0].Accepted() && answers[1].Accepted())
	ours, err := crdschema.Compile(context.Background(), crd)
	require.NoError(t, err)
	lamp := func(group, version string, meta map[string]any) map[string]any {
		return map[string]any{"apiVersion": group + ".example.com/" + version, "kind": "Lamp", "metadata": meta, "spec": map[string]any{"watts": int64(1)}}
	}
	resource := server.Resource(crd, "v1")
	created := resource.Create(lamp("fixed", "v1", map[string]any{"name": "stored"}))
	require.True(t, created.Accepted(), created.Message())
	base := fixedRejection{ours: ours, resource: resource, op: crdschema.Update, path: "stored", old: created.Body}
	var all []fixedRejection
	add := func(what string, f fixedRejection, obj map[string]any) {
		f.what, f.object = what, obj
		all = append(all, f)
	}
	revision := created.Body["metadata"].(map[string]any)["resourceVersion"]
	for what, meta := range map[string]map[string]any{
		"without a resource version": {}, "of an old resource version": {"resourceVersion": "1"}, "with a resource version that is no number": {"resourceVersion": "x"},
		"of another uid": {"resourceVersion": revision, "uid": "other"}, "of another state and uid": {"resourceVersion": "1", "uid": "other"}, "of another namespace": {"namespace": "other"},
	} {
		meta["name"] = "stored"
		add("an update "+what, base, lamp("fixed", "v1", meta))
	}
	add("an update of another name", base, lamp("fixed", "v1", map[string]any{"name": "other"}))
	status := base
	status.op, status.path = crdschema.UpdateStatus, "stored/status"
	add("an update of a status that is no subresource", status, lamp("fixed", "v1", map[string]any{"name": "stored"}))
	unserved := base
	unserved.resource = server.Resource(crd, "v9")
	add("an update at a version that is not served", unserved, lamp("fixed", "v9", map[string]any{"name": "stored"}))
	unserved.op = crdschema.Create
	add("a create at a version that is not served", unserved, lamp("fixed", "v9", map[string]any{"name": "new"}))
	dead := base
	dead.ours, dead.resource, dead.op = terminating(t, server, dying), server.Resource(dying, "v1"), crdschema.Create
	add("a create of a definition that is being deleted", dead, lamp("dying", "v1", map[string]any{"name": "new"}))
	add("a create with a generated name of a definition that is being deleted", dead, lamp("dying", "v1", map[string]any{"generateName": "new-"}))
	return all
}

// terminating deletes a definition with an object that stays, and returns it compiled.
func terminating(t *testing.T, server *live.Server, crd map[string]any) *crdschema.Definition {
	answer := server.Resource(crd, "v1").Create(map[string]any{"apiVersion": "dying.example.com/v1", "kind": "Lamp",
		"metadata": map[string]any{"name": "kept", "finalizers": []any{"example.com/kept"}}, "spec": map[string]any{"watts": int64(1)}})
	require.True(t, answer.Accepted(), answer.Message())
	require.True(t, server.Do(http.MethodDelete, definitions+"/"+live.Name(crd), nil).Accepted())
	stored := server.Do(http.MethodGet, definitions+"/"+live.Name(crd), nil)
	require.True(t, stored.Accepted(), stored.Message())
	ours, err := crdschema.Compile(context.Background(), stored.Body)
	require.NoError(t, err)
	return ours
}

// once returns a function that calls make the first time and then returns what it has
// made.
func once[T any](make func(*testing.T) T) func(*testing.T) T {
	var v T
	var made bool
	return func(t *testing.T) T {
		t.Helper()
		if !made {
			v = make(t)
			made = true
		}
		return v
	}
}
