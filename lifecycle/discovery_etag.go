package lifecycle

import (
	"crypto/sha512"
	"encoding/json"
	"fmt"
)

// ETag returns the value of the header ETag of an APIGroupDiscoveryList, including the
// quotation marks. It is the server's: a hash of the document in the server's order of
// fields. Unexpected fields and values of the wrong type count as absent.
//
// Rule: k8s.io/apiserver/pkg/endpoints/discovery/aggregated, ServeHTTPWithETag.
func ETag(groupDiscoveryList map[string]any) string {
	document := struct {
		Metadata struct{}         `json:"metadata"`
		Items    []groupDiscovery `json:"items"`
	}{Items: each(groupDiscoveryList, "items", groupDiscoveryOf)}
	if document.Items == nil {
		document.Items = []groupDiscovery{}
	}
	encoded, err := json.Marshal(document)
	if err != nil {
		panic(err) // there are only strings in it
	}
	return fmt.Sprintf(`"%X"`, sha512.Sum512(encoded))
}

// The structs have their fields in the order in which the server encodes them.
//
// Rule: k8s.io/api/apidiscovery/v2.
type (
	groupDiscovery struct {
		Metadata struct {
			Name string `json:"name,omitempty"`
		} `json:"metadata"`
		Versions []versionDiscovery `json:"versions,omitempty"`
	}
	versionDiscovery struct {
		Version   string              `json:"version"`
		Resources []resourceDiscovery `json:"resources,omitempty"`
		Freshness string              `json:"freshness,omitempty"`
	}
	resourceDiscovery struct {
		Resource         string                 `json:"resource"`
		ResponseKind     *groupVersionKind      `json:"responseKind,omitempty"`
		Scope            string                 `json:"scope"`
		SingularResource string                 `json:"singularResource"`
		Verbs            []string               `json:"verbs"`
		ShortNames       []string               `json:"shortNames,omitempty"`
		Categories       []string               `json:"categories,omitempty"`
		Subresources     []subresourceDiscovery `json:"subresources,omitempty"`
	}
	subresourceDiscovery struct {
		Subresource   string             `json:"subresource"`
		ResponseKind  *groupVersionKind  `json:"responseKind,omitempty"`
		AcceptedTypes []groupVersionKind `json:"acceptedTypes,omitempty"`
		Verbs         []string           `json:"verbs"`
	}
	groupVersionKind struct {
		Group   string `json:"group"`
		Version string `json:"version"`
		Kind    string `json:"kind"`
	}
)

func each[T any](parent map[string]any, name string, of func(map[string]any) T) []T {
	var out []T
	for _, e := range list(parent, name) {
		if fields, ok := e.(map[string]any); ok {
			out = append(out, of(fields))
		}
	}
	return out
}

func groupDiscoveryOf(m map[string]any) groupDiscovery {
	g := groupDiscovery{Versions: each(m, "versions", versionDiscoveryOf)}
	g.Metadata.Name = nameOf(m)
	return g
}

func versionDiscoveryOf(m map[string]any) versionDiscovery {
	return versionDiscovery{Version: text(m, "version"), Resources: each(m, "resources", resourceDiscoveryOf), Freshness: text(m, "freshness")}
}

func resourceDiscoveryOf(m map[string]any) resourceDiscovery {
	return resourceDiscovery{
		Resource: text(m, "resource"), ResponseKind: responseKindOf(m), Scope: text(m, "scope"),
		SingularResource: text(m, "singularResource"), Verbs: verbsOf(m),
		ShortNames: texts(m, "shortNames"), Categories: texts(m, "categories"),
		Subresources: each(m, "subresources", subresourceDiscoveryOf),
	}
}

func subresourceDiscoveryOf(m map[string]any) subresourceDiscovery {
	return subresourceDiscovery{Subresource: text(m, "subresource"), ResponseKind: responseKindOf(m),
		AcceptedTypes: each(m, "acceptedTypes", kindDiscoveryOf), Verbs: verbsOf(m)}
}

// verbsOf returns the verbs: nil if they are null, encoded differently from an empty
// list.
func verbsOf(m map[string]any) []string {
	if _, ok := m["verbs"].([]any); !ok {
		return nil
	}
	return append([]string{}, texts(m, "verbs")...)
}

func responseKindOf(m map[string]any) *groupVersionKind {
	fields, ok := m["responseKind"].(map[string]any)
	if !ok {
		return nil
	}
	kind := kindDiscoveryOf(fields)
	return &kind
}

func kindDiscoveryOf(m map[string]any) groupVersionKind {
	return groupVersionKind{text(m, "group"), text(m, "version"), text(m, "kind")}
}
