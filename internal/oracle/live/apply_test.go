package live_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

// appliedSchema has lists and maps of all types.
const appliedSchema = `
type: object
x-kubernetes-validations:
- {rule: "!has(oldSelf.spec) || !has(oldSelf.spec.frozen) || !oldSelf.spec.frozen || self == oldSelf", message: frozen}
properties:
  spec:
    type: object
    properties:
      frozen: {type: boolean}
      replicas: {type: integer, default: 1}
      copies: {type: integer}
      either: {x-kubernetes-int-or-string: true}
      atomic: {type: object, x-kubernetes-map-type: atomic, properties: {a: {type: string}, b: {type: string}}}
      labels: {type: object, additionalProperties: {type: string}}
      any: {x-kubernetes-preserve-unknown-fields: true, type: object, properties: {a: {type: string}}}
      tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
      list: {type: array, items: {type: object, properties: {a: {type: string}}}}
      template: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
      ports:
        type: array
        x-kubernetes-list-type: map
        x-kubernetes-list-map-keys: [port, protocol]
        items:
          type: object
          required: [port]
          properties: {port: {type: integer}, protocol: {type: string, default: TCP}, name: {type: string, nullable: true}, weight: {type: integer, default: 5}}
  status: {type: object, properties: {ready: {type: integer}, conditions: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [type],
    items: {type: object, required: [type], properties: {type: {type: string}, status: {type: string}}}}}}
`

// appliedKind is a definition on both sides.
type appliedKind struct {
	server *live.Server
	ours   *crdschema.Definition
	fields *apply.Applier
}

// appliedRequest is one request of a sequence.
type appliedRequest struct {
	Apply                bool
	Force                bool
	Version, Subresource string
	Manager              string
	Patch                bool // a merge patch of the scale, instead of an update
	seed                 uint64
}

type appliedSequence struct {
	appliedKind
	Name     string
	Requests []appliedRequest
}

// TestApply compares the answers of the running server to sequences of five requests:
// applies and updates of an object, its status and its scale, by several managers, at two
// versions, whose numbers of replicas are different fields.
// They are stored, unlike the requests of other comparisons.
func TestApply(t *testing.T) {
	server := live.Start(t)
	schema, err := document.DecodeYAML(context.Background(), []byte(appliedSchema))
	require.NoError(t, err)
	var kinds []appliedKind
	var manifests []map[string]any
	for _, status := range []bool{true, false} {
		manifests = append(manifests, appliedManifest(schema[0].Object, status))
	}
	answers, err := server.Install(manifests...)
	require.NoError(t, err)
	for i, manifest := range manifests {
		require.True(t, answers[i].Accepted(), answers[i].Message())
		ours, err := crdschema.Compile(t.Context(), manifest)
		require.NoError(t, err)
		fields, err := apply.New(ours)
		require.NoError(t, err)
		kinds = append(kinds, appliedKind{server, ours, fields})
	}
	cases := parity.Generated(parity.Full(5_000), func(seed uint64) appliedSequence { return appliedFor(kinds, seed) })
	parity.Run(t, "apply-live", cases, func(c *parity.Check, in appliedSequence) { in.compare(c) })
}

func appliedManifest(schema map[string]any, status bool) map[string]any {
	group := fmt.Sprintf("apply-%v.example.com", status)
	version := func(name string, storage bool) map[string]any {
		v := map[string]any{"name": name, "served": true, "storage": storage, "schema": map[string]any{"openAPIV3Schema": schema}}
		subresources := map[string]any{}
		if status {
			subresources["status"] = map[string]any{}
		}
		if path := scalePath(status, name); path != "" {
			subresources["scale"] = map[string]any{"specReplicasPath": ".spec." + path, "statusReplicasPath": ".status.ready"}
		}
		v["subresources"] = subresources
		return v
	}
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "things." + group},
		"spec": map[string]any{"group": group, "scope": "Namespaced", "names": map[string]any{"plural": "things", "kind": "Thing"},
			"versions": []any{version("v1", true), version("v2", false)}},
	}
}

// scalePath returns the field of the spec with the number of replicas, or "".
func scalePath(status bool, version string) string {
	switch {
	case version == "v1":
		return "replicas"
	case status:
		return "copies"
	default:
		return ""
	}
}

func appliedFor(kinds []appliedKind, seed uint64) appliedSequence {
	r := parity.Rand(seed)
	in := appliedSequence{appliedKind: oneOf(r, kinds), Name: fmt.Sprintf("n%d", seed)}
	for i := range 5 {
		q := appliedRequest{Apply: r.IntN(3) > 0, Force: r.IntN(3) == 0, Version: oneOf(r, []string{"v1", "v1", "v1", "v2"}),
			Manager: oneOf(r, []string{"a", "b", "kubectl", "other manager"}), seed: r.Uint64()}
		if i > 0 && r.IntN(4) == 0 {
			q.Subresource = "status"
		}
		if i > 0 && r.IntN(3) == 0 {
			q.Subresource, q.Patch = "scale", r.IntN(3) == 0
		}
		if i > 0 && r.IntN(4) == 0 { // the same again
			q = in.Requests[i-1]
		}
		in.Requests = append(in.Requests, q)
	}
	return in
}

func (in appliedSequence) compare(c *parity.Check) {
	var stored map[string]any
	for i, q := range in.Requests {
		if q.Subresource == "scale" && !q.Apply && stored == nil {
			continue
		}
		object := q.object(in, stored)
		began := time.Now().Truncate(time.Second)
		theirs := in.send(q, stored, object)
		after := in.after(q, theirs)
		ours, err := in.predict(q, stored, object, after, began)
		if err != nil {
			c.Fail("verdict", nil, nil, "%v", err)
			return
		}
		answer := answered(theirs)
		if q.Subresource == "scale" && theirs.Accepted() {
			answer.After = withoutRevision(after)
		}
		c.Equal(fmt.Sprintf("%d %+v", i, q), ours, answer, parity.Row(orderRow(ours), func() any { return in.again(q, stored, object, ours, answer) }))
		if theirs.Accepted() {
			stored = after
		}
	}
}

// after returns the object after a request, at its version: the one in the answer, unless
// that is a Scale.
func (in appliedSequence) after(q appliedRequest, theirs live.Answer) map[string]any {
	if q.Subresource == "scale" && theirs.Accepted() {
		return in.server.Do(http.MethodGet, "/apis/"+in.ours.Group()+"/"+q.Version+"/namespaces/default/things/"+in.Name, nil).Body
	}
	return theirs.Body
}

// appliedAnswer is what either side answers.
type appliedAnswer struct {
	Object map[string]any
	After  map[string]any // the object after an accepted request for its scale
	Code   int
	Text   string
	Causes []string
}

func answered(a live.Answer) appliedAnswer {
	if a.Accepted() {
		return appliedAnswer{Object: withoutRevision(a.Body), Code: a.Code}
	}
	return appliedAnswer{Code: a.Code, Text: a.Message(), Causes: a.Causes()}
}

// orderRow returns the row about the order of the errors in an answer.
func orderRow(a appliedAnswer) string {
	if a.Code == http.StatusUnprocessableEntity {
		return "D11"
	}
	return "D95"
}

// again returns the answer in the order of ours. If it is another one then, the request, which
// has changed nothing, is sent again until the answer is ours: the server stops at any field
// of several that are not declared.
func (in appliedSequence) again(q appliedRequest, stored, object map[string]any, ours, first appliedAnswer) appliedAnswer {
	if ours.Object != nil || first.Object != nil || ours.Code != first.Code {
		return first
	}
	equal := func(a appliedAnswer) bool { return parity.Equal(a, ours) }
	if a := inOrder(ours, first); equal(a) {
		return a
	}
	out, _ := parity.Repeat(parity.Often, func() appliedAnswer { return inOrder(ours, answered(in.send(q, stored, object))) }, equal)
	return out
}

// inOrder returns theirs with causes and lines in the order of ours if they have the same.
// The text of 422 has the causes in one line.
func inOrder(ours, theirs appliedAnswer) appliedAnswer {
	sorted := func(a appliedAnswer) []string {
		if a.Code == http.StatusUnprocessableEntity {
			return slices.Sorted(slices.Values(a.Causes))
		}
		return slices.Sorted(slices.Values(append(strings.Split(a.Text, "\n"), a.Causes...)))
	}
	if ours.Object == nil && theirs.Object == nil && slices.Equal(sorted(ours), sorted(theirs)) {
		return ours
	}
	return theirs
}

// withoutRevision returns obj without its resource version.
func withoutRevision(obj map[string]any) map[string]any {
	obj = maps.Clone(obj)
	meta, _ := obj["metadata"].(map[string]any)
	meta = maps.Clone(meta)
	delete(meta, "resourceVersion")
	obj["metadata"] = meta
	return obj
}

func (in appliedSequence) send(q appliedRequest, stored, object map[string]any) live.Answer {
	path := "/apis/" + in.ours.Group() + "/" + q.Version + "/namespaces/default/things"
	query := url.Values{"fieldManager": {q.Manager}, "fieldValidation": {"Ignore"}}
	text, err := upstream.Encode(object)
	if err != nil {
		panic(err)
	}
	one := path + "/" + in.Name
	if q.Subresource != "" {
		one += "/" + q.Subresource
	}
	switch {
	case q.Apply:
		query.Set("force", fmt.Sprint(q.Force))
		return in.server.DoText(http.MethodPatch, one+"?"+query.Encode(), "application/apply-patch+yaml", text)
	case q.Patch:
		return in.server.DoText(http.MethodPatch, one+"?"+query.Encode(), mergePatch, text)
	case stored == nil:
		return in.server.DoText(http.MethodPost, path+"?"+query.Encode(), "application/json", text)
	default:
		return in.server.DoText(http.MethodPut, one+"?"+query.Encode(), "application/json", text)
	}
}

// predict returns our answer. The time, uid and creation time are those of the server's
// object after the request.
func (in appliedSequence) predict(q appliedRequest, stored, object, after map[string]any, began time.Time) (appliedAnswer, error) {
	ctx, now := context.Background(), newest(after, began)
	meta, _ := after["metadata"].(map[string]any)
	uid, _ := meta["uid"].(string)
	request := crdschema.Request{Object: object, Old: stored, Version: q.Version, Namespace: "default", Name: in.Name, FieldValidation: crdschema.Ignore, StoragePrefix: live.StoragePrefix,
		Fields: in.fields, FieldManager: q.Manager, Now: now, UID: uid, CreationTimestamp: timeOf(meta["creationTimestamp"])}
	if stored != nil {
		request.Operation = crdschema.Update
		switch q.Subresource {
		case "status":
			request.Operation = crdschema.UpdateStatus
		case "scale":
			request.Operation = crdschema.UpdateScale
		}
	}
	if q.Patch {
		request.Operation, request.ContentType, request.Object = crdschema.PatchScale, mergePatch, nil
		request.Body, _ = upstream.Encode(object)
	}
	if q.Apply {
		request.Operation, request.ContentType, request.Force = crdschema.Patch, "application/apply-patch+yaml", q.Force
		switch q.Subresource {
		case "status":
			request.Operation = crdschema.PatchStatus
		case "scale":
			request.Operation = crdschema.PatchScale
		}
	}
	result, err := in.ours.Admit(ctx, request)
	switch {
	case err != nil:
		return appliedAnswer{}, err
	case !result.Accepted():
		return refusedApply(result.Status()), nil
	case result.Object == nil:
		return appliedAnswer{}, errors.New("no object")
	}
	answer := appliedAnswer{Object: withoutRevision(result.Object), Code: result.Code}
	if q.Subresource == "scale" {
		read, err := in.ours.Read(ctx, result.Stored, q.Version)
		if err != nil {
			return appliedAnswer{}, err
		}
		answer.After = withoutRevision(read)
	}
	return answer, nil
}

func refusedApply(s *crdschema.Status) appliedAnswer {
	out := appliedAnswer{Code: s.Code, Text: s.Message}
	if s.Details != nil {
		for _, cause := range s.Details.Causes {
			out.Causes = append(out.Causes, fmt.Sprint(cause.Field, ": ", cause.Message))
		}
	}
	return out
}

func timeOf(v any) time.Time {
	text, _ := v.(string)
	t, _ := time.Parse(time.RFC3339, text)
	return t
}

// newest returns the newest time in the managed fields of an object, or the current time
// if they are all older than the request.
func newest(obj map[string]any, began time.Time) time.Time {
	meta, _ := obj["metadata"].(map[string]any)
	list, _ := meta["managedFields"].([]any)
	var out time.Time
	for _, e := range list {
		entry, _ := e.(map[string]any)
		if t := timeOf(entry["time"]); t.After(out) {
			out = t
		}
	}
	if out.Before(began) {
		return time.Now()
	}
	return out
}

// object returns the object of a request.
func (q appliedRequest) object(in appliedSequence, stored map[string]any) map[string]any {
	r := rand.New(rand.NewPCG(q.seed, 1))
	if q.Subresource == "scale" {
		return q.scale(r, in, stored)
	}
	var out map[string]any
	if q.Apply || stored == nil {
		out = map[string]any{}
	} else {
		out = structural.Clone(stored)
	}
	meta, _ := out["metadata"].(map[string]any)
	if meta == nil {
		meta = map[string]any{"name": in.Name, "namespace": "default"}
	}
	out["apiVersion"], out["kind"], out["metadata"] = in.ours.Group()+"/"+q.Version, "Thing", meta
	spec, _ := out["spec"].(map[string]any)
	if spec == nil {
		spec = map[string]any{}
	}
	for range r.IntN(5) {
		name := oneOf(r, slices.Sorted(maps.Keys(appliedValues)))
		if r.IntN(6) == 0 {
			delete(spec, name)
		} else {
			spec[name] = appliedValues[name](r)
		}
	}
	out["spec"] = spec
	if r.IntN(3) == 0 {
		out["status"] = map[string]any{"ready": int64(r.IntN(3)), "conditions": []any{map[string]any{"type": oneOf(r, []string{"A", "B"}), "status": oneOf(r, []string{"True", "False"})}}}
	}
	switch r.IntN(8) {
	case 0:
		meta["labels"] = map[string]any{oneOf(r, []string{"x", "y"}): oneOf(r, []string{"1", "2"})}
	case 1:
		meta["ownerReferences"] = []any{map[string]any{"apiVersion": "v1", "kind": "A", "name": "a", "uid": oneOf(r, []string{"1", "2"})}}
	case 2:
		meta["annotations"] = map[string]any{"kubectl.kubernetes.io/last-applied-configuration": "{}"}
	case 3:
		out["odd"] = "x"
	}
	return out
}

// scale returns a Scale, or a merge patch of one.
func (q appliedRequest) scale(r *rand.Rand, in appliedSequence, stored map[string]any) map[string]any {
	spec, _ := stored["spec"].(map[string]any)
	n := spec[scalePath(strings.Contains(in.ours.Group(), "true"), q.Version)]
	if n == nil || r.IntN(3) == 0 {
		n = oneOf(r, []any{int64(0), int64(1), int64(2), int64(3), "3"})
	}
	meta := map[string]any{"name": in.Name}
	out := map[string]any{"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": meta, "spec": map[string]any{"replicas": n}}
	if q.Patch {
		return map[string]any{"spec": out["spec"]}
	}
	status, _ := stored["status"].(map[string]any)
	of, _ := stored["metadata"].(map[string]any)
	switch r.IntN(12) {
	case 0:
		out["spec"] = oneOf(r, []any{nil, map[string]any{}, map[string]any{"replicas": nil}})
	case 1:
		out["status"] = map[string]any{"replicas": oneOf(r, []any{status["ready"], int64(0), int64(7)})}
	case 2:
		meta["labels"] = map[string]any{"a": "b"}
	case 3:
		meta["uid"] = oneOf(r, []any{of["uid"], of["uid"], "other"})
	case 4:
		meta["managedFields"] = oneOf(r, []any{nil, []any{}, []any{map[string]any{}}})
	case 5:
		out["spec"] = map[string]any{"replicas": n, "odd": int64(1)}
	case 6:
		out["kind"] = oneOf(r, []any{"Thing", "", nil})
	case 7:
		out["apiVersion"] = oneOf(r, []any{in.ours.Group() + "/v1", "", nil, "autoscaling/v2"})
	case 8:
		delete(out, "spec")
	}
	return out
}

// appliedValues returns values of the fields of the spec.
var appliedValues = map[string]func(r *rand.Rand) any{
	"frozen":   func(r *rand.Rand) any { return r.IntN(8) == 0 },
	"replicas": func(r *rand.Rand) any { return oneOf(r, []any{int64(1), int64(2), int64(3), "2"}) },
	"copies":   func(r *rand.Rand) any { return oneOf(r, []any{int64(0), int64(1), int64(2)}) },
	"either":   func(r *rand.Rand) any { return oneOf(r, []any{int64(1), "50%", map[string]any{"a": "b"}}) },
	"atomic": func(r *rand.Rand) any {
		return map[string]any{oneOf(r, []string{"a", "b"}): oneOf(r, []string{"1", "2"})}
	},
	"labels": func(r *rand.Rand) any {
		return map[string]any{oneOf(r, []string{"a", "b"}): oneOf(r, []string{"1", "2"})}
	},
	"any": func(r *rand.Rand) any {
		return map[string]any{oneOf(r, []string{"a", "b"}): "1", "c": map[string]any{oneOf(r, []string{"x", "y"}): []any{int64(r.IntN(2))}}}
	},
	"tags": func(r *rand.Rand) any {
		return oneOf(r, []any{[]any{"a"}, []any{"a", "b"}, []any{"c", "a"}, []any{}, []any{"a", "a"}})
	},
	"list": func(r *rand.Rand) any { return []any{map[string]any{"a": oneOf(r, []string{"1", "2"})}} },
	"template": func(r *rand.Rand) any {
		return map[string]any{"apiVersion": "v1", "kind": "A", "metadata": map[string]any{"labels": map[string]any{oneOf(r, []string{"x", "y"}): "1"}}, "data": map[string]any{"a": int64(r.IntN(2))}}
	},
	"ports": func(r *rand.Rand) any {
		out := []any{}
		for _, port := range r.Perm(3)[:r.IntN(4)] {
			p := map[string]any{"port": int64(port)}
			if r.IntN(2) == 0 {
				p["protocol"] = oneOf(r, []string{"TCP", "UDP"})
			}
			if r.IntN(2) == 0 {
				p["name"] = oneOf(r, []any{"a", "b", nil})
			}
			if r.IntN(8) == 0 {
				delete(p, "port")
				p["protocol"] = "TCP"
			}
			out = append(out, p)
		}
		return out
	},
}
