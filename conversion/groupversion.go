package conversion

import (
	"fmt"
	"strings"
)

// groupVersion is an apiVersion taken apart. The core group is empty.
type groupVersion struct{ group, version string }

// parseGroupVersion takes an apiVersion apart.
//
// Rule: k8s.io/apimachinery/pkg/runtime/schema, ParseGroupVersion.
func parseGroupVersion(apiVersion string) (groupVersion, error) {
	if apiVersion == "/" {
		return groupVersion{}, nil
	}
	group, version, found := strings.Cut(apiVersion, "/")
	switch {
	case !found:
		return groupVersion{"", apiVersion}, nil
	case strings.Contains(version, "/"):
		return groupVersion{}, fmt.Errorf("unexpected GroupVersion string: %s", apiVersion)
	default:
		return groupVersion{group, version}, nil
	}
}

// String is the apiVersion.
func (gv groupVersion) String() string {
	if gv.group == "" {
		return gv.version
	}
	return gv.group + "/" + gv.version
}

// objectKind is what an object says that it is: nothing if its apiVersion
// cannot be taken apart.
type objectKind struct {
	groupVersion
	kind string
}

// kindOf is the kind of an object.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, GroupVersionKind.
func kindOf(obj map[string]any) objectKind {
	gv, err := parseGroupVersion(textIn(obj, "apiVersion"))
	if err != nil {
		return objectKind{}
	}
	return objectKind{gv, textIn(obj, "kind")}
}

// String prints a kind as the server does: "stable.example.com/v1, Kind=CronTab".
func (k objectKind) String() string {
	return k.group + "/" + k.version + ", Kind=" + k.kind
}
