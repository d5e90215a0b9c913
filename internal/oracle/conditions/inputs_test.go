package conditions

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/lifecycle"
)

// cluster is a definition and others on the same server.
type cluster struct {
	CRD      map[string]any
	Siblings []map[string]any
}

const (
	before = "2020-01-01T00:00:00Z"
	now    = "2026-11-21T00:00:00Z"
)

var beforeTime, nowTime = parseTime(before), parseTime(now)

func parseTime(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

func reconcile(crd map[string]any, siblings []map[string]any, at time.Time) map[string]any {
	reconciled, err := lifecycle.Reconcile(context.Background(), crd, siblings, at)
	if err != nil {
		panic(err)
	}
	return reconciled
}

// Names are drawn from few, so that they collide.
var (
	resources = []string{"foos", "foo", "bars", "bar", "f", "b", "x"}
	kinds     = []string{"Foo", "Bar", "FooList", "BarList", "X"}
	groups    = []string{"a.example.com", "a.example.com", "a.example.com", "b.example.com", "k8s.io", "x.k8s.io",
		"kubernetes.io", "x.kubernetes.io", "notk8s.io", "k8s.io.example.com", "apiextensions.k8s.io", "apiregistration.k8s.io"}
	approvals = []string{"", "unapproved", "unapproved, yet", `unapproved "x" <y>`, "unapprovedhttps://a.b", "Unapproved",
		"https://github.com/kubernetes/kubernetes/pull/1", "http://a", "https://", "https:///path", "//host/path", "/path", "host/path", "mailto:a@b",
		"https://a b", "https://[::1]:80/x", "https://a/%zz", " https://a", "https://a\n", "ftp://x", "x", "é", "https://ä/ü"}
	bundles = []string{"", "Cg==", "bm9uc2Vuc2U=",
		"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCkFBQUEKLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=", certificate, trailing}
)

func draw(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

func drawNames(r *rand.Rand) map[string]any {
	names := map[string]any{"plural": draw(r, resources), "kind": draw(r, kinds)}
	if r.IntN(2) == 0 {
		names["singular"] = draw(r, resources)
	}
	if r.IntN(3) == 0 {
		names["listKind"] = draw(r, kinds)
	}
	for range r.IntN(4) {
		short, _ := names["shortNames"].([]any)
		names["shortNames"] = append(short, draw(r, resources))
	}
	if r.IntN(3) == 0 {
		names["categories"] = []any{"all", draw(r, resources)}[:1+r.IntN(2)]
	}
	return names
}

// drawAccepted returns names as in a status: some of those in the spec, and some
// old ones.
func drawAccepted(r *rand.Rand, names map[string]any) map[string]any {
	out := map[string]any{"plural": "", "kind": ""}
	old := drawNames(r)
	for field := range old {
		switch r.IntN(6) {
		case 0:
			out[field] = old[field]
		case 1:
		default:
			if v, found := names[field]; found {
				out[field] = v
			}
		}
	}
	return out
}

func drawConditions(r *rand.Rand) []any {
	var out []any
	known := []map[string]any{
		{"type": "NamesAccepted", "reason": "NoConflicts", "message": "no conflicts found"},
		{"type": "NamesAccepted", "reason": "PluralConflict", "message": `"foos" is already in use`},
		{"type": "Established", "reason": "InitialNamesAccepted", "message": "the initial names have been accepted"},
		{"type": "Established", "reason": "NotAccepted", "message": "not all names are accepted"},
		{"type": "NonStructuralSchema", "reason": "Violations", "message": "spec.preserveUnknownFields: Invalid value: true: must be false"},
		{"type": "KubernetesAPIApprovalPolicyConformant", "reason": "UnapprovedAnnotation", "message": `not approved: "unapproved"`},
		{"type": "Terminating", "reason": "InstanceDeletionPending", "message": "x"},
		{"type": "Other", "reason": "r"},
	}
	for range r.IntN(6) {
		c := map[string]any{"status": draw(r, []string{"True", "True", "False", "Unknown"})}
		for k, v := range known[r.IntN(len(known))] {
			c[k] = v
		}
		if r.IntN(4) != 0 {
			c["lastTransitionTime"] = before
		}
		if r.IntN(4) == 0 {
			c["observedGeneration"] = int64(3)
		}
		out = append(out, c)
	}
	return out
}

// drawDefinition returns a definition in any state, reconciled or not.
func drawDefinition(r *rand.Rand, group string) map[string]any {
	names := drawNames(r)
	spec := map[string]any{"group": group, "scope": "Namespaced", "names": names, "versions": drawVersions(r)}
	if r.IntN(8) == 0 {
		spec["preserveUnknownFields"] = true
	}
	if r.IntN(4) == 0 {
		client := map[string]any{"url": "https://x"}
		if bundle := draw(r, bundles); bundle != "" {
			client["caBundle"] = bundle
		}
		spec["conversion"] = map[string]any{"strategy": "Webhook", "webhook": map[string]any{
			"conversionReviewVersions": []any{"v1"}, "clientConfig": client}}
	}
	meta := map[string]any{"name": names["plural"].(string) + "." + group}
	if r.IntN(3) != 0 {
		meta["annotations"] = map[string]any{crd.ApprovalAnnotation: draw(r, approvals)}
	}
	crd := map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": meta, "spec": spec}
	if r.IntN(3) != 0 {
		crd["status"] = map[string]any{"acceptedNames": drawAccepted(r, names), "conditions": drawConditions(r), "storedVersions": []any{"v1"}}
	}
	return crd
}

// old turns a definition into one of v1beta1.
func old(crd map[string]any) {
	crd["apiVersion"] = "apiextensions.k8s.io/v1beta1"
	spec := crd["spec"].(map[string]any)
	delete(spec, "conversion")
	version := spec["versions"].([]any)[0].(map[string]any)
	spec["versions"], spec["validation"] = []any{version}, version["schema"]
	delete(version, "schema")
}

// drawVersions returns one to three versions.
func drawVersions(r *rand.Rand) []any {
	var out []any
	for i := range 1 + r.IntN(3) {
		out = append(out, map[string]any{"name": []string{"v1", "v2", "v1beta1"}[i], "served": true, "storage": i == 0})
	}
	return out
}

// drawSchemas sets the schemas of most versions. Not all of them are structural.
func drawSchemas(r *rand.Rand, seed uint64, crd map[string]any) {
	for i, v := range crd["spec"].(map[string]any)["versions"].([]any) {
		version, schema := v.(map[string]any), unsupported(r)
		switch r.IntN(5) {
		case 0:
			continue
		case 1:
		default:
			flavour := []generate.Flavor{generate.Valid, generate.Nearly, generate.Nearly}[r.IntN(3)]
			schema = generate.New(seed*3 + uint64(i)).Schema(flavour)
		}
		version["schema"] = map[string]any{"openAPIV3Schema": schema}
	}
	if r.IntN(10) == 0 {
		old(crd)
	}
}

// unsupported returns a schema that may have unsupported keywords.
func unsupported(r *rand.Rand) map[string]any {
	node := func() map[string]any {
		keyword := draw(r, []string{"description", "definitions", "dependencies", "id", "$ref", "patternProperties", "x-kubernetes-preserve-unknown-fields"})
		return map[string]any{"type": "object", keyword: map[string]any{
			"description": "d", "definitions": map[string]any{"a": map[string]any{}}, "dependencies": map[string]any{"a": []any{"b"}},
			"id": "i", "$ref": "r", "patternProperties": map[string]any{"a": map[string]any{}}, "x-kubernetes-preserve-unknown-fields": false,
		}[keyword]}
	}
	return map[string]any{"type": "object", "properties": map[string]any{"a": node(), "b": map[string]any{}}}
}

// drawCluster returns a definition and others of its group and other groups.
func drawCluster(seed uint64) cluster {
	r := parity.Rand(seed)
	group := draw(r, groups)
	c := cluster{CRD: drawDefinition(r, group)}
	drawSchemas(r, seed, c.CRD)
	for i := range r.IntN(5) {
		other := drawDefinition(r, draw(r, []string{group, group, draw(r, groups)}))
		other["metadata"].(map[string]any)["name"] = "other" + string(rune('0'+i))
		if r.IntN(2) == 0 {
			other = reconcile(other, c.Siblings, beforeTime)
		}
		c.Siblings = append(c.Siblings, other)
	}
	if r.IntN(4) == 0 {
		end(r, c.CRD)
	}
	return c
}

// end marks a definition as being deleted, with or without the finalizer.
func end(r *rand.Rand, crd map[string]any) {
	meta := crd["metadata"].(map[string]any)
	meta["deletionTimestamp"] = before
	finalizers := slices.Clone([]any{"a/b", lifecycle.CleanupFinalizer, "c/d", lifecycle.CleanupFinalizer}[r.IntN(4):])
	meta["finalizers"] = finalizers[:r.IntN(len(finalizers)+1)]
	if spec := crd["spec"].(map[string]any); r.IntN(2) == 0 {
		names := spec["names"].(map[string]any)
		names["plural"] = map[any]string{"apiextensions.k8s.io": "customresourcedefinitions", "apiregistration.k8s.io": "apiservices"}[spec["group"]]
		if names["plural"] == "" {
			names["plural"] = "foos"
		}
	}
}
