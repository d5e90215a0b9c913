package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/patches"
	"github.com/seed95800270/crdschema/internal/oracle/spoil"
	"github.com/seed95800270/crdschema/registry"
)

// scaled is a request for the scale of an object: a read, an update with a body, or a patch.
type scaled struct {
	server  *live.Server
	kind    *partKind
	old     storedPart
	Version string
	Read    bool
	Patch   bool
	Body    spoil.Body
	Fields  live.FieldValidation
	Manager string
	// Lasting is set for an update that is not a dry run, of an object of its own.
	Lasting bool
	seed    uint64
}

// TestScale compares reads, updates, patches and applies of scales with the running server:
// the whole answers, with their texts, and what is stored, with its managed fields.
func TestScale(t *testing.T) {
	server, kinds := live.Start(t), parts(t)
	var answered codes
	cases := parity.Generated(parity.Full(20_000), func(seed uint64) scaled { return scaledFor(server, kinds, seed) })
	parity.Run(t, "scale", cases, func(c *parity.Check, s scaled) {
		if s.Read {
			s.compareRead(c, &answered)
			return
		}
		s.compareUpdate(c, &answered)
	})
	answered.require(t, map[int]int{200: 400, 400: 200, 404: 50, 409: 10, 415: 2, 422: 30, 500: 100})
}

const applyPatch = "application/apply-patch+yaml"

// codes counts the codes of answers.
type codes struct{ counts [600]atomic.Int32 }

// require fails the test unless there were at least some answers of each code.
func (c *codes) require(t *testing.T, least map[int]int) {
	for code, n := range least {
		t.Log(code, c.counts[code].Load())
		assert.GreaterOrEqual(t, int(c.counts[code].Load()), n, code)
	}
}

func scaledFor(server *live.Server, kinds []*partKind, seed uint64) scaled {
	r := parity.Rand(seed)
	k := oneOf(r, kinds)
	s := scaled{server: server, kind: k, old: oneOf(r, k.objects), Version: oneOf(r, []string{"v1", "v1", "v1", "v1", "v1", "v2", "v2", "v2", "v2", "v3"}), seed: seed}
	s.Read, s.Lasting = r.IntN(4) == 0, r.IntN(6) == 0
	if s.Lasting {
		s.old = k.object(r, fmt.Sprint("s", seed))
	}
	s.Fields, s.Manager = fieldModes[r.IntN(3)], oneOf(r, []string{"m", "kubectl"})
	body := scaleBody(r, k, s.old)
	if s.Patch = r.IntN(3) == 0; s.Patch {
		s.Body = scalePatch(r, body, s.old)
		return s
	}
	if r.IntN(3) == 0 {
		s.Body = spoil.Object(seed, body)
		return s
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	s.Body = spoil.Body{Text: string(text), ContentType: "application/json"}
	return s
}

// scalePatch returns a patch of a Scale: one of the number of replicas, or any.
func scalePatch(r *rand.Rand, body map[string]any, old storedPart) spoil.Body {
	replicas, _ := json.Marshal(oneOf(r, []any{int64(0), int64(4), int64(7), int64(-1), int64(-1) << 31, nil, 1.5, "3", map[string]any{}}))
	switch r.IntN(7) {
	case 6:
		if r.IntN(2) == 0 {
			delete(body, "spec") // which changes nothing
		}
		text, _ := json.Marshal(body)
		switch r.IntN(4) {
		case 0:
			text = []byte(spoil.Object(r.Uint64(), body).Text)
		case 1:
			text = []byte(strings.ReplaceAll(oneOf(r, fixedScales), "NAME", live.Name(old)))
		}
		return spoil.Body{Text: string(text), ContentType: applyPatch}
	case 0:
		return spoil.Body{Text: fmt.Sprintf(`{"spec":{"replicas":%s}}`, replicas), ContentType: mergePatch}
	case 1:
		return spoil.Body{Text: fmt.Sprintf(`[{"op":"replace","path":"/spec/replicas","value":%s}]`, replicas), ContentType: jsonPatch}
	case 2:
		metadata, _ := json.Marshal(map[string]any{"metadata": body["metadata"]})
		return spoil.Body{Text: string(metadata), ContentType: mergePatch}
	case 3:
		return spoil.Body{Text: oneOf(r, fixedScalePatches), ContentType: jsonPatch}
	case 4:
		return spoil.Body{Text: string(patches.JSON(r, body)), ContentType: jsonPatch}
	default:
		return spoil.Body{Text: string(patches.Merge(r, body)), ContentType: oneOf(r, []string{mergePatch, mergePatch, mergePatch, "application/strategic-merge-patch+json"})}
	}
}

// fixedScales are bodies of applies that are odd in their own ways.
var fixedScales = []string{
	``, `null`, `text`, `[]`, `5`, `{`, `{]`, ` {"a":`, "a: b: c", "\t{}", "---\n", "{a: b, a: c}", `{"a":1,"a":2}`, "a: [", `"x"`, "{}\n---\n{}", "? [a]\n: b",
	`{"apiVersion":"autoscaling/v1","kind":"Scale","kind":"Scale","metadata":{"name":"NAME"}}`, "apiVersion: autoscaling/v1\nkind: Scale\nkind: Scale\nspec: {}\n",
	`{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"NAME","managedFields":[]}}`, `{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"other"}}`,
	`{"apiVersion":"autoscaling/v1","kind":"Scale","spec":{"replicas":"x","odd":1},"status":{"selector":1}}`, `{"apiVersion":"autoscaling/v1","kind":"Scale","status":[],"spec":null}`,
	`{"apiVersion":"a/b/c","kind":"Scale"}`, `{"apiVersion":1,"kind":"Scale"}`, `{"apiVersion":"autoscaling/v1","kind":"Scale"}`, `{"apiVersion":"v1","kind":"Scale"}`,
}

// fixedScalePatches are patches of fields that hardly anybody patches.
var fixedScalePatches = []string{
	`[]`, `[{"op":"replace","path":"","value":null}]`, `[{"op":"replace","path":"","value":[]}]`, `[{"op":"remove","path":"/metadata/name"}]`,
	`[{"op":"replace","path":"/apiVersion","value":"autoscaling/__internal"}]`, `[{"op":"replace","path":"/apiVersion","value":"apps/v1beta1"}]`,
	`[{"op":"replace","path":"/kind","value":"HorizontalPodAutoscaler"}]`, `[{"op":"replace","path":"/kind","value":5}]`, `[{"op":"remove","path":"/kind"}]`,
	`[{"op":"replace","path":"","value":{"apiVersion":"autoscaling/__internal","kind":"Scale","name":"o1","Spec":{"Replicas":2}}}]`,
	`[{"op":"copy","from":"/metadata/managedFields","path":"/status/selector"}]`, `[{"op":"copy","from":"/metadata/managedFields/0/fieldsV1","path":"/spec/x"}]`,
	`[{"op":"copy","from":"/metadata/managedFields/0","path":"/status/replicas"}]`, `[{"op":"remove","path":"/metadata/managedFields"}]`,
	`[{"op":"replace","path":"/spec","value":{"replicas":4,"replicas":5,"odd":1}}]`, `[{"op":"replace","path":"/spec","value":{"replicas":4}},{"op":"add","path":"/odd","value":1,"odd":2}]`,
	`[{"op":"test","path":"/spec/replicas","value":3},{"op":"replace","path":"/spec/replicas","value":4}]`,
	`[{"op":"replace","path":"/metadata/uid","value":"other"},{"op":"replace","path":"/spec/replicas","value":2}]`,
}

// scaleBody returns a Scale with a few oddities.
func scaleBody(r *rand.Rand, k *partKind, old storedPart) map[string]any {
	stored := old["metadata"].(map[string]any)
	meta := map[string]any{"name": stored["name"]}
	body := map[string]any{"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": meta, "spec": map[string]any{"replicas": int64(r.IntN(8))}}
	for range r.IntN(3) {
		oddScale(r, k, body, meta, stored)
	}
	return body
}

// oddScale changes one part of a Scale.
func oddScale(r *rand.Rand, k *partKind, body, meta, stored map[string]any) {
	set := func(m map[string]any, field string, values ...any) { m[field] = oneOf(r, values) }
	switch r.IntN(14) {
	case 0:
		set(meta, "resourceVersion", stored["resourceVersion"], "1", "0", "x", "", "-1", "18446744073709551616")
	case 1:
		set(meta, "uid", stored["uid"], stored["uid"], "other", "")
	case 2:
		set(meta, "namespace", "default", "other", "")
	case 3:
		set(meta, "name", "other", "", int64(1), nil)
	case 4:
		set(body, "apiVersion", "", nil, "v1", "autoscaling/v2", "autoscaling/", "/", "extensions/v1beta1", "apps/v1beta1", "apps/v1beta2", "apps/v1",
			"autoscaling/__internal", "extensions/__internal", "apps/__internal", "__internal", "a/b/c", k.ours.Group()+"/v1", int64(1))
	case 5:
		set(body, "kind", "", nil, "Scale", "scale", "Part", "HorizontalPodAutoscaler", "Deployment", "Status", "WatchEvent", "UpdateOptions", int64(1))
	case 6:
		set(body, "spec", nil, map[string]any{}, []any{}, "x", map[string]any{"replicas": nil}, map[string]any{"replica": int64(1)}, map[string]any{"Replicas": int64(1)})
	case 7, 8:
		set(body, "spec", map[string]any{"replicas": oneOf(r, []any{int64(-1), int64(-1) << 31, int64(1)<<31 - 1, int64(1) << 31, 1.5, 2.0, "2", true, json.Number("1e1"), json.Number("-0")})})
	case 9:
		set(body, "status", nil, map[string]any{"replicas": int64(9), "selector": "x"}, map[string]any{"replicas": "x"}, map[string]any{"selector": map[string]any{}}, map[string]any{"more": true})
	case 10:
		set(meta, "ownerReferences", []any{map[string]any{"uid": "a"}, map[string]any{"uid": "a"}}, []any{map[string]any{"uid": "a", "odd": true}}, "x", nil)
	case 11:
		set(meta, oneOf(r, []string{"creationTimestamp", "deletionTimestamp"}), "2020-01-01T00:00:00Z", "yesterday", nil, int64(1))
	case 12:
		set(meta, oneOf(r, []string{"labels", "annotations", "finalizers", "generation", "managedFields", "odd"}), nil, map[string]any{"a": "b"}, map[string]any{"a": int64(1)}, []any{"a"}, int64(7), []any{map[string]any{"manager": "m"}})
	case 13:
		maps.Copy(body, map[string]any{"name": meta["name"], "Spec": map[string]any{"Replicas": int64(1)}, "odd": true})
	}
}

// send sends the request, without an effect unless the query is a space.
func (s scaled) send(query string) live.Answer {
	path := s.kind.collection(s.Version) + "/" + live.Name(s.old) + "/scale"
	if s.Read {
		return s.server.Do(http.MethodGet, path, nil)
	}
	if query == "" {
		query = "&dryRun=All"
	}
	query += "&fieldManager=" + s.Manager
	if s.Patch {
		return s.server.DoText(http.MethodPatch, path+"?fieldValidation="+string(s.Fields)+query, s.Body.ContentType, []byte(s.Body.Text))
	}
	return s.server.DoText(http.MethodPut, path+"?fieldValidation="+string(s.Fields)+query, s.Body.ContentType, []byte(s.Body.Text))
}

func (s scaled) compareRead(c *parity.Check, answered *codes) {
	read, err := s.kind.ours.Read(context.Background(), s.old, s.Version)
	if err != nil || s.Lasting {
		c.Void()
		return
	}
	version, _ := s.kind.ours.Version(s.Version)
	scale, rejection := registry.Scale(version, read)
	a := answers{ours: scale, rejection: rejection, theirs: s.send("")}
	if warning := version.DeprecationWarning(); warning != "" {
		a.warnings = []string{warning}
	}
	a.compare(c, func() live.Answer { return s.send("") }, answered)
}

func (s scaled) compareUpdate(c *parity.Check, answered *codes) {
	if s.Lasting {
		created := s.server.Do(http.MethodPost, s.kind.collection("v0"), s.old)
		if s.old = s.kind.stored(s.server, live.Name(s.old)); s.old == nil {
			c.Fail("create", nil, created.String(), "")
			return
		}
	}
	op := crdschema.UpdateScale
	if s.Patch {
		op = crdschema.PatchScale
	}
	ours, err := s.kind.ours.Admit(context.Background(), crdschema.Request{
		Operation: op, Body: []byte(s.Body.Text), ContentType: s.Body.ContentType, Old: s.old, Version: s.Version,
		Namespace: s.kind.namespace(), Name: live.Name(s.old), FieldValidation: ourFields[s.Fields], DryRun: true,
		Fields: s.kind.fields, FieldManager: s.Manager, StoragePrefix: live.StoragePrefix,
	})
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
		return
	}
	send := func() live.Answer { return recovered(func() live.Answer { return s.send("") }) }
	a := answers{ours: ours.Object, rejection: ours.Status(), theirs: send(), warnings: ours.Warnings}
	if a.theirs.Code == crashed {
		compareCrash(c, s.Body.ContentType, int64(code(ours)))
		return
	}
	if s.Lasting && a.theirs.Accepted() {
		a.theirs = s.send("&")
		stored, err := s.server.Stored(s.kind.crd, s.kind.namespace(), live.Name(s.old))
		c.Equal("etcd", err, nil)
		c.Equal("stored", unversioned(written(ours.Stored)), unversioned(stored))
		a.ours, a.theirs.Body = unversioned(a.ours), unversioned(a.theirs.Body)
	}
	a.compare(c, send, answered)
}

var ourFields = map[live.FieldValidation]crdschema.FieldValidation{live.Ignore: crdschema.Ignore, live.Warn: crdschema.Warn, live.Strict: crdschema.Strict}

// answers are the answers of both sides to one request.
type answers struct {
	ours      map[string]any
	rejection *crdschema.Status
	theirs    live.Answer
	warnings  []string
}

// ofAnotherKind returns the server's answer, with our error of a patched Scale of another kind
// in place of the one about a field that does not fit that kind.
func (a answers) ofAnotherKind(c *parity.Check) map[string]any {
	if strings.HasSuffix(a.rejection.Message, "unknown conversion") && strings.Contains(a.theirs.Message(), "json: cannot unmarshal") {
		return comparable(c, a.rejection.Object())
	}
	return comparable(c, a.theirs.Body)
}

// compare compares the whole answers. send sends the request again.
func (a answers) compare(c *parity.Check, send func() live.Answer, answered *codes) {
	answered.counts[a.theirs.Code].Add(1)
	r := rejected{ours: a.rejection, theirs: a.theirs, send: send, rows: []parity.Allowed{parity.Row("D51", func() any { return a.ofAnotherKind(c) })}}
	switch {
	case a.rejection != nil && !a.theirs.Accepted():
		r.compare(c)
	case a.rejection != nil || !a.theirs.Accepted():
		c.Fail("verdict", fmt.Sprint(a.rejection), a.theirs.String(), "")
		return
	default:
		c.Equal("object", written(a.ours), a.theirs.Body)
	}
	c.Texts("warnings", a.warnings, a.theirs.Warnings)
}
