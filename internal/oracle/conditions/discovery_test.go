package conditions

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/lifecycle"
)

// TestDiscoveryDocuments compares the documents below /apis for the definitions of
// the corpus, all at once and a few at a time, and for generated ones.
func TestDiscoveryDocuments(t *testing.T) {
	all := reconciledCorpus(t)
	few := parity.Generated(parity.Full(2_000), func(seed uint64) []map[string]any {
		return sample(parity.Rand(seed), all)
	})
	cases := parity.Join(parity.List([][]map[string]any{all}, func([]map[string]any) string { return "all" }),
		few, parity.Generated(parity.Full(20_000), drawListed))
	t.Run("groups", func(t *testing.T) { parity.Run(t, "discovery", cases, compareGroups) })
	t.Run("aggregated", func(t *testing.T) { parity.Run(t, "discovery-aggregated", cases, compareAggregated) })
}

func reconciledCorpus(t *testing.T) []map[string]any {
	var out []map[string]any
	for _, crd := range corpus.Load(t).CRDs {
		spec, _ := crd.Manifest["spec"].(map[string]any)
		if group, _ := spec["group"].(string); group != "" { // a server stores no other
			out = append(out, reconcile(crd.Manifest, nil, nowTime))
		}
	}
	return out
}

func sample(r *rand.Rand, from []map[string]any) []map[string]any {
	start := r.IntN(len(from))
	out := slices.Clone(from[start:min(len(from), start+1+r.IntN(8))])
	for range r.IntN(3) {
		out = append(out, from[r.IntN(len(from))])
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return distinct(out)
}

// distinct returns the definitions without those of the same name as an earlier one.
func distinct(crds []map[string]any) []map[string]any {
	seen := map[any]bool{}
	return slices.DeleteFunc(crds, func(crd map[string]any) bool {
		name := crd["metadata"].(map[string]any)["name"]
		found := seen[name]
		seen[name] = true
		return found
	})
}

// serve returns the reference's handlers for definitions. It reports false if the
// reference cannot decode one.
func serve(crds []map[string]any) (discoveryServer, bool) {
	var typed []*apiextensionsv1.CustomResourceDefinition
	for _, crd := range crds {
		d, err := decode(crd)
		if err != nil {
			return discoveryServer{}, false
		}
		typed = append(typed, d)
	}
	return newDiscoveryServer(typed), true
}

// versionsByGroup returns all versions of each group, served or not, and one that
// does not exist in a group that does not exist.
func versionsByGroup(crds []map[string]any) map[string]map[string]bool {
	out := map[string]map[string]bool{"nowhere.example.com": {"v1": true}}
	for _, crd := range crds {
		spec := crd["spec"].(map[string]any)
		group := spec["group"].(string)
		if out[group] == nil {
			out[group] = map[string]bool{"missing": true}
		}
		versions, _ := spec["versions"].([]any)
		for _, v := range versions {
			out[group][fmt.Sprint(v.(map[string]any)["name"])] = true
		}
	}
	return out
}

func compareGroups(c *parity.Check, crds []map[string]any) {
	server, ok := serve(crds)
	if !ok {
		c.Void()
		return
	}
	groups := versionsByGroup(crds)
	for group, versions := range groups {
		d := lifecycle.Discover(group, crds)
		c.Equal("/apis/"+group, orNotFound(d.APIGroup()), document(server.group, "/apis/"+group))
		for version := range versions {
			path := "/apis/" + group + "/" + version
			c.Equal(path, orNotFound(d.APIResourceList(version)), sorted(document(server.version, path)))
		}
	}
	c.Equal("/apis", any(lifecycle.APIGroupList(lifecycle.DiscoverAll(crds)...)), any(server.groupList(slices.Sorted(maps.Keys(groups)))))
}

func orNotFound(document map[string]any) any {
	if document == nil {
		return "404 page not found"
	}
	return document
}

func compareAggregated(c *parity.Check, crds []map[string]any) {
	server, ok := serve(crds)
	if !ok {
		c.Void()
		return
	}
	w, theirs := get(server.all, "/apis", accepting)
	ours := lifecycle.APIGroupDiscoveryList(lifecycle.DiscoverAll(crds)...)
	c.Equal("code", http.StatusOK, w.Code)
	c.Equal("document", any(ours), any(theirs))
	c.Equal("ETag", lifecycle.ETag(ours), w.Header().Get("ETag"))
	c.Equal("Content-Type", lifecycle.AggregatedMediaType, w.Header().Get("Content-Type"))
}
