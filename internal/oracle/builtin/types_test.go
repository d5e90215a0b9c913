package builtin_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/seed95800270/crdschema/crdserver"
	"github.com/seed95800270/crdschema/internal/oracle/builtin"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// mistyped is an object with a value in one of its fields.
type mistyped struct {
	Path string
	Kind schema.GroupVersionKind
	Body map[string]any
}

// TestTypeErrors creates objects of all kinds with values of all types in all fields, and compares the answers about
// types with the errors of the decoder of the reference.
func TestTypeErrors(t *testing.T) {
	server, err := crdserver.Start(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	config, err := clientcmd.RESTConfigFromKubeConfig(server.Kubeconfig)
	require.NoError(t, err)
	client, err := rest.HTTPClientFor(config)
	require.NoError(t, err)
	decoder := scheme.Codecs.UniversalDeserializer()
	parity.Run(t, "crdserver-types", parity.Tenth(parity.List(allMistyped(t), func(m mistyped) string { return fmt.Sprint(m) })), func(c *parity.Check, m mistyped) {
		text, err := json.Marshal(m.Body)
		require.NoError(t, err)
		prefix := fmt.Sprintf("%s in version %q cannot be handled as a %s: ", m.Kind.Kind, m.Kind.Version, m.Kind.Kind)
		want := ""
		if _, _, err := decoder.Decode(text, nil, nil); err != nil {
			want = prefix + err.Error()
		}
		answer, err := client.Post(server.URL+m.Path+"?dryRun=All", "application/json", bytes.NewReader(text))
		require.NoError(t, err)
		defer answer.Body.Close()
		var status struct {
			Code    int
			Message string
		}
		require.NoError(t, json.NewDecoder(answer.Body).Decode(&status))
		got := status.Message
		if !strings.HasPrefix(got, prefix) || status.Code != http.StatusBadRequest {
			got = ""
		}
		c.Equal("message", got, want)
	})
}

// allMistyped returns objects for each field of each component of a kind that can be created.
func allMistyped(t *testing.T) (out []mistyped) {
	groups, schemas, kinds, err := builtin.Read(api(t))
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, g := range groups {
		for _, v := range g.Versions {
			for _, r := range v.Resources {
				name, kind := r["name"].(string), r["kind"].(string)
				verbs := fmt.Sprint(r["verbs"])
				if strings.Contains(name, "/") || name == "namespaces" || !strings.Contains(verbs, "create") || !strings.Contains(verbs, "get") {
					continue
				}
				gvk := schema.GroupVersionKind{Group: g.Name, Version: v.Name, Kind: kind}
				if !scheme.Scheme.Recognizes(gvk) {
					continue // APIService: its type is in k8s.io/kube-aggregator
				}
				path := "/apis/" + g.Name + "/" + v.Name
				if g.Name == "" {
					path = "/api/" + v.Name
				}
				if r["namespaced"] == true {
					path += "/namespaces/default"
				}
				add := func(body map[string]any) {
					whole := map[string]any{"apiVersion": gvk.GroupVersion().String(), "kind": kind}
					for field, value := range body {
						whole[field] = value
					}
					out = append(out, mistyped{path + "/" + name, gvk, whole})
				}
				values(schemas, kinds[gvk.GroupVersion().String()+" "+kind], seen, add)
			}
		}
	}
	return out
}

// values calls add with objects of a component that have one field each.
func values(schemas map[string]any, component string, seen map[string]bool, add func(map[string]any)) {
	if seen[component] {
		return
	}
	seen[component] = true
	of, _ := schemas[component].(map[string]any)
	properties, _ := of["properties"].(map[string]any)
	for _, field := range slices.Sorted(maps.Keys(properties)) {
		if field == "apiVersion" || field == "kind" {
			continue
		}
		given := properties[field].(map[string]any)
		for _, value := range []any{"x", "2020-01-01T00:00:00Z", 5, 1.5, 1 << 40, true, nil, []any{}, []any{"x"}, []any{5}, map[string]any{}, map[string]any{"x": 5}, map[string]any{"x": "y"},
			map[string]any{"x": []any{"y"}}, []any{map[string]any{"x": "y"}}} {
			add(map[string]any{field: value})
		}
		wrap := func(v any) any { return v }
		if items, isList := given["items"].(map[string]any); isList {
			given, wrap = items, func(v any) any { return []any{v} }
		} else if entries, isMap := given["additionalProperties"].(map[string]any); isMap {
			given, wrap = entries, func(v any) any { return map[string]any{"k": v} }
		}
		if to, _ := given["$ref"].(string); to != "" {
			values(schemas, to, seen, func(body map[string]any) { add(map[string]any{field: wrap(body)}) })
		}
	}
}
