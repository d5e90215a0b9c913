package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/patches"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

// managedDefinition is a request of a manager to write a crd.
type managedDefinition struct {
	sentDefinition
	Name        string
	ContentType string
	Manager     string
	Force       bool
	Stored      bool // not a dry run
}

// TestDefinitionApply compares the managed fields of crds with the running server: sequences
// of stored writes by several managers, and dry runs of creates, updates, patches and
// applies of the crds that they leave.
func TestDefinitionApply(t *testing.T) {
	server := live.Start(t)
	var crds []map[string]any
	for i := range 24 {
		crds = append(crds, ownedManifest(i))
	}
	_, err := server.Install(crds...)
	require.NoError(t, err)
	for round := range 6 {
		read(t, server, crds)
		writes := make([]managedDefinition, len(crds))
		for i, crd := range crds {
			writes[i] = managedRequest(rand.New(rand.NewPCG(uint64(i), uint64(round))), server, crd)
			writes[i].Stored = i > round && writes[i].Old != nil // some crds have had few writes
		}
		cases := parity.List(writes, managedDefinition.String)
		parity.Run(t, fmt.Sprint("crd-apply-stored-", round), cases, compareManaged)
		require.NoError(t, server.AwaitServed()) // the controllers write
	}
	read(t, server, crds)
	parity.Run(t, "crd-apply", parity.Generated(parity.Full(4_000), func(seed uint64) managedDefinition {
		r := parity.Rand(seed)
		return managedRequest(r, server, pick(r, crds))
	}), compareManaged)
}

func read(t *testing.T, server *live.Server, crds []map[string]any) {
	t.Helper()
	for i := range crds {
		got := server.Do(http.MethodGet, definitions+"/"+live.Name(crds[i]), nil)
		require.Equal(t, http.StatusOK, got.Code)
		crds[i] = got.Body
	}
}

func ownedManifest(i int) map[string]any {
	schema := map[string]any{"type": "object", "properties": map[string]any{"spec": map[string]any{"type": "object", "properties": map[string]any{
		"a": map[string]any{"type": "string", "x-kubernetes-validations": []any{map[string]any{"rule": "self != ''"}}},
		"l": map[string]any{"type": "array", "items": map[string]any{"type": "integer"}},
	}}}}
	version := map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": schema}}
	names := map[string]any{"plural": "managed", "kind": "Managed"}
	group := fmt.Sprintf("managed%d.example.org", i)
	return map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "managed." + group},
		"spec":     map[string]any{"group": group, "scope": "Namespaced", "names": names, "versions": []any{version}}}
}

func (m managedDefinition) String() string {
	return fmt.Sprintf("%.3000s %s %v %s %v %s", m.Body.Text, m.ContentType, m.Op, m.Manager, m.Force, m.Name)
}

// managedRequest returns a dry run about a stored crd, or about a new one.
func managedRequest(r *rand.Rand, server *live.Server, crd map[string]any) managedDefinition {
	m := managedDefinition{Manager: pick(r, []string{"a", "b", "kubectl", "other manager"}), Force: r.IntN(3) == 0, Name: live.Name(crd)}
	m.server, m.Old = server, crd
	m.Mode = pick(r, []crdschema.FieldValidation{crdschema.Warn, crdschema.Ignore, crdschema.Strict})
	kind := r.IntN(12)
	m.Op, m.ContentType = crdschema.Patch, applyPatch
	isStatus := r.IntN(4) == 0
	if isStatus {
		m.Op = crdschema.PatchStatus
	}
	switch {
	case kind < 6:
		m.Body.Text = jsonOf(configuration(r, crd, isStatus))
	case kind < 8:
		m.Op, m.ContentType = crdschema.Update, "application/json"
		if isStatus {
			m.Op = crdschema.UpdateStatus
		}
		m.Body.Text = jsonOf(editedDefinition(r, crd))
	case kind == 8:
		m.ContentType, m.Body.Text = jsonPatch, string(patches.JSON(r, crd))
	case kind == 9:
		m.ContentType, m.Body.Text = mergePatch, string(patches.Merge(r, crd))
	case kind == 10:
		m.ContentType, m.Body.Text = strategicPatch, string(patches.Strategic(r, crd))
	default:
		m = m.ofNew(r, crd)
	}
	return m
}

// ofNew makes m a request to create a crd, by an apply or not.
func (m managedDefinition) ofNew(r *rand.Rand, crd map[string]any) managedDefinition {
	obj := configuration(r, crd, false)
	if r.IntN(2) == 0 {
		obj = structural.Clone(crd)
	}
	m.Name = "managed.new.example.org"
	meta, _ := obj["metadata"].(map[string]any)
	if meta != nil {
		meta["name"] = m.Name
		if r.IntN(4) > 0 {
			delete(meta, "uid")
			delete(meta, "resourceVersion")
			delete(meta, "managedFields")
		}
	}
	if spec, ok := obj["spec"].(map[string]any); ok {
		spec["group"] = "new.example.org"
	}
	m.Old, m.Body.Text = nil, jsonOf(obj)
	if r.IntN(2) == 0 {
		m.Op, m.ContentType = crdschema.Create, "application/json"
	}
	return m
}

func jsonOf(obj map[string]any) string {
	text, err := upstream.Encode(obj)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// configuration returns parts of a crd, changed.
func configuration(r *rand.Rand, crd map[string]any, isStatus bool) map[string]any {
	out := map[string]any{"apiVersion": crd["apiVersion"], "kind": crd["kind"], "metadata": map[string]any{"name": live.Name(crd)}}
	if r.IntN(8) == 0 {
		var patch map[string]any
		if json.Unmarshal(patches.Merge(r, crd), &patch) == nil && patch != nil {
			out = patch
			out["apiVersion"], out["kind"] = crd["apiVersion"], crd["kind"]
			return out
		}
	}
	whole, _ := structural.Clone(crd)["spec"].(map[string]any)
	spec := map[string]any{}
	for name, v := range whole {
		if r.IntN(3) > 0 {
			spec[name] = v
		}
	}
	if !isStatus || r.IntN(3) == 0 {
		out["spec"] = spec
	}
	if isStatus || r.IntN(6) == 0 {
		out["status"] = structural.Clone(crd)["status"]
	}
	return editedDefinition(r, out)
}

// editedDefinition returns a crd with other fields.
func editedDefinition(r *rand.Rand, crd map[string]any) map[string]any {
	out := structural.Clone(crd)
	for range r.IntN(4) {
		edit := pick(r, definitionEdits)
		edit(r, objectAt(out, "metadata"), objectAt(out, "spec"), objectAt(out, "status"))
	}
	for _, name := range []string{"spec", "status"} {
		if len(objectAt(out, name)) == 0 {
			delete(out, name)
		}
	}
	return out
}

func objectAt(obj map[string]any, name string) map[string]any {
	m, ok := obj[name].(map[string]any)
	if !ok {
		m = map[string]any{}
		obj[name] = m
	}
	return m
}

// definitionEdits change the metadata, spec and status of a crd.
var definitionEdits = []func(r *rand.Rand, meta, spec, status map[string]any){
	func(r *rand.Rand, meta, _, _ map[string]any) {
		meta["labels"] = map[string]any{pick(r, []string{"x", "y"}): pick(r, []string{"1", "2"})}
	},
	func(r *rand.Rand, meta, _, _ map[string]any) {
		meta["annotations"] = map[string]any{pick(r, []string{"x", "kubectl.kubernetes.io/last-applied-configuration"}): pick(r, []string{"{}", "1"})}
	},
	func(r *rand.Rand, meta, _, _ map[string]any) {
		meta["finalizers"] = []any{pick(r, []string{"a/a", "b/b"}), pick(r, []string{"a/a", "c/c"})}
	},
	func(r *rand.Rand, meta, _, _ map[string]any) {
		meta["ownerReferences"] = []any{map[string]any{"apiVersion": "v1", "kind": "A", "name": "a", "uid": pick(r, []string{"1", "2"})}}
	},
	func(r *rand.Rand, meta, _, _ map[string]any) {
		delete(meta, pick(r, []string{"labels", "finalizers", "managedFields", "annotations"}))
	},
	func(r *rand.Rand, meta, _, _ map[string]any) {
		meta["managedFields"] = pick(r, []any{[]any{}, []any{map[string]any{}}, nil, []any{map[string]any{"manager": "m", "operation": "Update",
			"apiVersion": pick(r, []string{"apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1", "example.com/v1", "a/b/c"}), "fieldsType": "FieldsV1",
			"fieldsV1": map[string]any{"f:spec": map[string]any{"f:scope": map[string]any{}}}}}})
	},
	func(r *rand.Rand, _, spec, _ map[string]any) {
		objectAt(spec, "names")[pick(r, []string{"shortNames", "categories"})] = pick(r, []any{[]any{"a"}, []any{"a", "b"}, []any{}, nil, "a"})
	},
	func(r *rand.Rand, _, spec, _ map[string]any) {
		objectAt(spec, "names")[pick(r, []string{"singular", "listKind", "plural"})] = pick(r, []any{"managed", "other", "", nil, int64(1)})
	},
	func(r *rand.Rand, _, spec, _ map[string]any) {
		spec[pick(r, []string{"scope", "preserveUnknownFields", "odd", "group"})] = pick(r, []any{"Cluster", "Namespaced", false, true, nil})
	},
	func(r *rand.Rand, _, spec, _ map[string]any) {
		spec["conversion"] = pick(r, []any{nil, map[string]any{}, map[string]any{"strategy": "None"}, map[string]any{"strategy": "Webhook", "webhook": map[string]any{
			"clientConfig": map[string]any{"service": map[string]any{"name": "a", "namespace": "b"}}, "conversionReviewVersions": []any{"v1"}}}})
	},
	func(r *rand.Rand, _, spec, _ map[string]any) {
		versions, _ := spec["versions"].([]any)
		spec["versions"] = append(versions, map[string]any{"name": pick(r, []string{"v2", "v1"}), "served": r.IntN(2) == 0, "storage": false,
			"subresources": map[string]any{"status": map[string]any{}}, "schema": map[string]any{"openAPIV3Schema": editedSchema(r)}})
	},
	func(r *rand.Rand, _, spec, _ map[string]any) {
		spec["versions"] = []any{map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": editedSchema(r)}}}
	},
	func(r *rand.Rand, _, _, status map[string]any) {
		conditions, _ := status["conditions"].([]any)
		status["conditions"] = append(conditions, map[string]any{"type": pick(r, []string{"A", "B", "Established"}), "status": "True", "reason": "r",
			"lastTransitionTime": pick(r, []any{"2024-01-02T03:04:05Z", "2024-01-02T03:04:05+01:00", nil, "x"})})
	},
	func(r *rand.Rand, _, _, status map[string]any) {
		status[pick(r, []string{"storedVersions", "acceptedNames", "odd", "observedGeneration", "conditions"})] =
			pick(r, []any{[]any{"v1"}, []any{}, nil, map[string]any{"plural": "managed", "kind": "Managed"}, int64(1)})
	},
}

func editedSchema(r *rand.Rand) map[string]any {
	field := map[string]any{"type": pick(r, []any{"string", "integer", "odd", int64(1)})}
	name := pick(r, []string{"description", "default", "enum", "maxLength", "items", "additionalProperties", "x-kubernetes-validations", "odd", "nullable", "required", "properties"})
	field[name] = pick(r, []any{"a", int64(1), 1.5, true, nil, []any{"a"}, []any{map[string]any{"rule": "true"}}, []any{map[string]any{"rule": "true"}, map[string]any{"rule": "true"}},
		[]any{map[string]any{"message": "m"}}, map[string]any{"type": "string"}, map[string]any{"a": map[string]any{"type": "string"}}})
	return map[string]any{"type": "object", "properties": map[string]any{"a": field}}
}

func (m managedDefinition) send() live.Answer {
	query := url.Values{"fieldManager": {m.Manager}, "fieldValidation": {m.Mode.String()}}
	if !m.Stored {
		query.Set("dryRun", "All")
	}
	method, path := http.MethodPatch, definitions+"/"+m.Name
	switch m.Op {
	case crdschema.Create:
		method, path = http.MethodPost, definitions
	case crdschema.Update, crdschema.UpdateStatus:
		method = http.MethodPut
	}
	if m.Op == crdschema.UpdateStatus || m.Op == crdschema.PatchStatus {
		path += "/status"
	}
	if m.ContentType == applyPatch {
		query.Set("force", fmt.Sprint(m.Force))
	}
	return recovered(func() live.Answer {
		return m.server.DoText(method, path+"?"+query.Encode(), m.ContentType, []byte(m.Body.Text))
	})
}

// managedAnswer is what either side answers, without what varies.
type managedAnswer struct {
	appliedAnswer
	Warnings []string
}

func (m managedDefinition) answered(a live.Answer) managedAnswer {
	out := managedAnswer{appliedAnswer{Code: a.Code, Text: single(a.Message()), Causes: causes(a)}, a.Warnings}
	if a.Accepted() {
		out.Object, out.Text, out.Causes = m.normal(a.Body), "", nil
	}
	return out
}

// single returns a message, or "" if it repeats several causes: the server has errors of metadata
// twice.
func single(message string) string {
	if strings.Contains(message, " is invalid: [") {
		return ""
	}
	return message
}

// normal returns an object with words for the times that the request has set, and without what the
// storage sets.
func (m managedDefinition) normal(crd map[string]any) map[string]any {
	crd = structural.Clone(crd)
	meta := objectAt(crd, "metadata")
	delete(meta, "resourceVersion")
	if m.Old == nil {
		delete(meta, "uid")
		delete(meta, "creationTimestamp")
	}
	known := map[any]bool{}
	for _, e := range entriesOf(m.Old) {
		known[e["time"]] = true
	}
	for _, e := range entriesOf(crd) {
		if e["time"] != nil && !known[e["time"]] {
			e["time"] = "new"
		}
	}
	return crd
}

func entriesOf(crd map[string]any) (out []map[string]any) {
	meta, _ := crd["metadata"].(map[string]any)
	list, _ := meta["managedFields"].([]any)
	for _, e := range list {
		if m, ok := e.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

var definitionFields = apply.NewCRDTracker()

func compareManaged(c *parity.Check, m managedDefinition) {
	result, err := crdschema.NewCompiler().AdmitCRD(context.Background(), crdschema.CRDRequest{
		Body: []byte(m.Body.Text), ContentType: m.ContentType, FieldValidation: m.Mode, Operation: m.Op, Old: m.Old, Name: m.Name, DryRun: !m.Stored,
		Fields: definitionFields, FieldManager: m.Manager, Force: m.Force, Now: time.Now().Add(time.Hour),
	})
	if err != nil {
		c.Fail("error", nil, nil, "%v", err)
		return
	}
	ours := managedAnswer{Warnings: result.Warnings}
	if refused := result.Status(); refused != nil {
		ours.appliedAnswer = refusedApply(refused)
		ours.Text = single(ours.Text)
	} else {
		ours.appliedAnswer = appliedAnswer{Object: m.normal(result.Object), Code: result.Code}
	}
	theirs := m.send()
	if theirs.Code == crashed || theirs.Code == http.StatusInternalServerError && m.ContentType == strategicPatch {
		c.Void()
		return
	}
	row := orderRow(ours.appliedAnswer)
	if m.ContentType == strategicPatch {
		row = "D112"
	}
	c.Equal("answer", ours, m.answered(theirs), parity.Row(row, func() any { return m.again(ours, m.answered(theirs)) }))
}

// again returns the answer in the order of ours, or sends the request again until the answer is
// ours.
func (m managedDefinition) again(ours, first managedAnswer) managedAnswer {
	equal := func(a managedAnswer) bool { return parity.Equal(a, ours) }
	ordered := func(a managedAnswer) managedAnswer {
		a.appliedAnswer = inOrder(ours.appliedAnswer, a.appliedAnswer)
		return a
	}
	if a := ordered(first); equal(a) || ours.Object != nil || first.Object != nil {
		return a
	}
	out, _ := parity.Repeat(parity.Often, func() managedAnswer { return ordered(m.answered(m.send())) }, equal)
	return out
}
