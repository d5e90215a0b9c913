package conditions

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/lifecycle"
)

// served is a definition on the server, and its group.
type served struct {
	Manifest map[string]any
	ours     *crdschema.Definition
	server   *live.Server
}

// TestDeprecation compares requests at every version, warnings and conditions,
// and the discovery of their groups.
func TestDeprecation(t *testing.T) {
	server := live.Start(t)
	var all []served
	byGroup := map[string][]map[string]any{}
	var manifests []map[string]any
	for seed := range uint64(parity.Full(600)) {
		manifests = append(manifests, drawServed(seed))
	}
	answers, err := server.Install(manifests...)
	require.NoError(t, err)
	for i, m := range manifests {
		require.True(t, answers[i].Accepted(), "%v", answers[i])
		d, err := crdschema.Compile(t.Context(), m)
		require.NoError(t, err)
		reconciled, err := lifecycle.Reconcile(t.Context(), m, nil, time.Time{})
		require.NoError(t, err)
		byGroup[d.Group()] = append(byGroup[d.Group()], reconciled)
		all = append(all, served{m, d, server})
	}
	label := func(s served) string { return s.ours.Name() }
	parity.Run(t, "deprecation", parity.List(all, label), compareRequests)

	var groups []string
	for group := range byGroup {
		groups = append(groups, group)
	}
	label2 := func(group string) string { return group }
	parity.Run(t, "discovery-live", parity.List(groups, label2), func(c *parity.Check, group string) {
		compareDiscovery(c, server, group, byGroup[group])
	})
}

// listed are names of versions. Their order in a definition has no meaning.
var listed = []string{"v1", "v2", "v1beta1", "v2alpha1", "v10", "foo1", "foo", "v1alpha12"}

// drawServed returns a definition with several versions, some deprecated and some
// not served. Three definitions share a group.
func drawServed(seed uint64) map[string]any {
	r := parity.Rand(seed)
	plural, group := fmt.Sprintf("foos%d", seed), fmt.Sprintf("g%d.example.com", seed/3)
	kind := fmt.Sprintf("Foo%d", seed)
	var versions []any
	for i, name := range shuffled(r)[:1+r.IntN(6)] {
		v := map[string]any{"name": name, "served": r.IntN(4) != 0, "storage": i == 0,
			"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}
		if r.IntN(2) == 0 {
			v["deprecated"] = true
			if r.IntN(3) == 0 {
				v["deprecationWarning"] = draw(r, []string{"own warning", `say "no" \ é`})
			}
		}
		parts := map[string]any{}
		if r.IntN(2) == 0 {
			parts["status"] = map[string]any{}
		}
		if r.IntN(3) == 0 {
			parts["scale"] = map[string]any{"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}
		}
		if len(parts) > 0 {
			v["subresources"] = parts
		}
		versions = append(versions, v)
	}
	names := map[string]any{"plural": plural, "kind": kind}
	if r.IntN(2) == 0 {
		names["shortNames"], names["categories"] = []any{fmt.Sprint("s", seed)}, []any{"all", "mine"}[:1+r.IntN(2)]
	}
	return map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": plural + "." + group},
		"spec":     map[string]any{"group": group, "scope": draw(r, []string{"Namespaced", "Cluster"}), "names": names, "versions": versions}}
}

func shuffled(r *rand.Rand) []string {
	out := append([]string{}, listed...)
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func compareRequests(c *parity.Check, s served) {
	for _, name := range listed {
		theirs := s.list(name)
		_, err := s.ours.Read(context.Background(), map[string]any{"apiVersion": "x/v1", "kind": "X"}, name)
		status, _ := err.(*crdschema.Status)
		c.Equal(name+" is served", status == nil, theirs.Accepted())
		if status != nil {
			c.Equal(name+" code", int64(status.Code), int64(theirs.Code))
			c.Equal(name+" message", status.Message, understood(theirs))
			continue
		}
		v, _ := s.ours.Version(name)
		var warnings []string
		if v.DeprecationWarning() != "" {
			warnings = append(warnings, v.DeprecationWarning())
		}
		c.Texts(name+" warnings", warnings, theirs.Warnings)
	}
	stored := s.server.Do(http.MethodGet, definitionsPath+"/"+s.ours.Name(), nil).Body
	reconciled, err := lifecycle.Reconcile(context.Background(), s.Manifest, nil, nowTime)
	if err != nil {
		c.Fail("reconciled", nil, nil, "%v", err)
		return
	}
	c.Texts("conditions", conditionTexts(reconciled), conditionTexts(stored))
	c.Equal("acceptedNames", statusOf(reconciled)["acceptedNames"], statusOf(stored)["acceptedNames"])
	c.Equal("storedVersions", statusOf(reconciled)["storedVersions"], statusOf(stored)["storedVersions"])
}

// understood returns the message that a client gets from a response that is not a
// Status: the server writes "404 page not found" in plain text.
func understood(answer live.Answer) string {
	status := apierrors.NewGenericServerResponse(answer.Code, "get", schema.GroupResource{}, "", "", 0, false)
	return cmp.Or(answer.Message(), status.ErrStatus.Message)
}

// list lists objects when the server has prepared its storage.
func (s served) list(version string) (answer live.Answer) {
	eventually(func() bool {
		answer = s.server.Resource(s.Manifest, version).List()
		return answer.Code != http.StatusTooManyRequests
	})
	return answer
}

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

func statusOf(crd map[string]any) map[string]any {
	status, _ := crd["status"].(map[string]any)
	return status
}

func conditionTexts(crd map[string]any) []string {
	var out []string
	for _, c := range lifecycle.Conditions(crd) {
		out = append(out, fmt.Sprintf("%s=%s %s: %s", c.Type, c.Status, c.Reason, c.Message))
	}
	return out
}

func compareDiscovery(c *parity.Check, server *live.Server, group string, definitions []map[string]any) {
	ours := lifecycle.Discover(group, definitions)
	c.Equal("group", ours.APIGroup(), server.Do(http.MethodGet, "/apis/"+group, nil).Body)
	for _, version := range listed {
		var resources []any
		for _, r := range ours.Resources[version] {
			resources = append(resources, r)
		}
		theirs, _ := server.Do(http.MethodGet, "/apis/"+group+"/"+version, nil).Body["resources"].([]any)
		c.Equal("resources of "+version, byName(resources), byName(theirs))
	}
}

// byName returns resources by name: the server lists definitions in the order of
// its cache.
func byName(resources []any) map[string]any {
	out := map[string]any{}
	for _, r := range resources {
		out[fmt.Sprint(r.(map[string]any)["name"])] = r
	}
	return out
}
