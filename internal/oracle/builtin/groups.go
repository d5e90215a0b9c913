package builtin

import (
	"path/filepath"
	"strings"
)

// Group is a group with its versions, the preferred one first.
type Group struct {
	Name     string    `json:"name"`
	Versions []Version `json:"versions"`
}

// Version has the resources of a version as an APIResourceList has them.
type Version struct {
	Name      string           `json:"name"`
	Resources []map[string]any `json:"resources"`
}

// extensions is the group that crdserver serves in another way.
const extensions = "apiextensions.k8s.io"

// readGroups returns the groups in the order of the published discovery.
func readGroups(api string) ([]Group, error) {
	var doc struct {
		Groups []struct {
			Name     string
			Versions []struct{ Version string }
		}
	}
	if err := read(filepath.Join(api, "discovery", "apis.json"), &doc); err != nil {
		return nil, err
	}
	core, err := readVersion(api, "", "v1")
	if err != nil {
		return nil, err
	}
	out := []Group{{Name: "", Versions: []Version{core}}}
	for _, g := range doc.Groups {
		group := Group{Name: g.Name}
		for _, v := range g.Versions {
			read, err := readVersion(api, g.Name, v.Version)
			if err != nil {
				return nil, err
			}
			group.Versions = append(group.Versions, read)
		}
		if g.Name != extensions {
			out = append(out, group)
		}
	}
	return out, nil
}

func readVersion(api, group, name string) (Version, error) {
	file := "api__" + name + ".json"
	if group != "" {
		file = "apis__" + group + "__" + name + ".json"
	}
	v := Version{Name: name}
	return v, read(filepath.Join(api, "discovery", file), &v)
}

// apiVersion returns the apiVersion of a group and version.
func apiVersion(group, version string) string { return strings.TrimPrefix(group+"/"+version, "/") }
