package acceptance

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
)

// publish runs a case of the operation of that name. The outcome has the documents,
// into which the case points.
func publish(given map[string]any) (outcome, error) {
	crd, found := given["crd"].(map[string]any)
	if !found {
		crd = standardFrame(given["schema"])
	}
	versions, err := openapiv2.Published(crd)
	if err != nil {
		return nil, err
	}
	version, _ := given["version"].(string)
	if version == "" {
		version = versions[0]
	}
	v2, err := openapiv2.BuildMap(context.Background(), crd, version)
	if err != nil {
		return nil, err
	}
	v3, err := openapiv3.BuildMap(context.Background(), crd, version)
	return outcome{"openapiv2": document(v2), "openapiv3": document(v3)}, err
}

// document equals the pointers of a case if the values that they point to are equal.
type document map[string]any

// at returns the value at a pointer without its leading slash, or nil if there is
// none. A pointer that ends in /* returns the sorted keys.
func (d document) at(pointer string) any {
	var v any = map[string]any(d)
	for _, step := range strings.Split(pointer, "/") {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		switch parent := v.(type) {
		case map[string]any:
			if step == "*" {
				return list(slices.Sorted(maps.Keys(parent)))
			}
			v = parent[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(parent) {
				return nil
			}
			v = parent[i]
		default:
			return nil
		}
	}
	return undescribed(v, pointer)
}

// pointed returns the value of the document to which a case points, without the
// descriptions of apiVersion, kind and metadata: the cases omit them.
func (d document) pointed(want map[string]any) map[string]any {
	out := map[string]any{}
	for pointer := range want {
		out[pointer] = d.at(pointer)
	}
	return out
}

func undescribed(v any, name string) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for field, e := range v {
			if _, isText := e.(string); isText && field == "description" && slices.Contains([]string{"apiVersion", "kind", "metadata"}, name) {
				continue
			}
			out[field] = undescribed(e, field)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = undescribed(e, "")
		}
		return out
	default:
		return v
	}
}
