package generate

import "encoding/json"

func (d *drafter) list(s map[string]any) any {
	items := object(s, "items")
	lo := min(count(s, "minItems", 0), mostItems)
	hi := min(count(s, "maxItems", mostItems), mostItems)
	n := lo
	if d.left > 0 {
		n = d.between(lo, min(hi, lo+4))
	}
	if text(s, "x-kubernetes-list-type") == "set" {
		d.full++ // elements must differ once defaults are filled in
		defer func() { d.full-- }()
	}
	out, seen := []any{}, map[string]bool{}
	for range n + 4 {
		if len(out) >= n {
			break
		}
		item := d.item(items)
		if id := identity(s, item); id == "" || !seen[id] {
			seen[id] = true
			out = append(out, item)
		}
	}
	return out
}

func (d *drafter) item(items map[string]any) any {
	if items == nil {
		return d.benign(0)
	}
	return d.value(items)
}

// identity is what must be unique among the elements of a list of schema s,
// empty if nothing must. A key that is left out counts as its default.
func identity(s map[string]any, item any) string {
	switch text(s, "x-kubernetes-list-type") {
	case "set":
		id, _ := json.Marshal(item)
		return string(id)
	case "map":
		m, _ := item.(map[string]any)
		var values []any
		for _, key := range words(s, "x-kubernetes-list-map-keys") {
			v, ok := m[key]
			if !ok || v == nil {
				v = object(object(object(s, "items"), "properties"), key)["default"]
			}
			values = append(values, v)
		}
		id, _ := json.Marshal(values)
		return string(id)
	default:
		return ""
	}
}
