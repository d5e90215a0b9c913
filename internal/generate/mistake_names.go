package generate

import "strings"

var nameMistakes = []mistake{
	{"names", func(g *Generator, crd map[string]any) bool {
		names := object(object(crd, "spec"), "names")
		if names == nil {
			return false
		}
		switch g.below(9) {
		case 0:
			names["listKind"] = names["kind"]
		case 1:
			delete(names, "listKind")
			names["kind"] = "Cron_Tab"
		case 2:
			names["kind"] = "cron-Tab "
		case 3:
			delete(names, pick(g.random, keys(names)))
		case 4:
			names["plural"] = strings.ToUpper(text(names, "plural"))
		case 5:
			names["shortNames"] = pick(g.random, []any{"ct", []any{"CT"}, []any{"c_t", "9"}})
		case 6:
			names["singular"] = text(names, "kind")
		case 7:
			name := pick(g.random, keys(names))
			return rename(names, name, g.misspelled(name))
		default:
			delete(names, "kind")
			delete(names, "listKind")
			delete(names, "singular")
		}
		return true
	}},
	{"scope and group", func(g *Generator, crd map[string]any) bool {
		spec := object(crd, "spec")
		if spec == nil {
			return false
		}
		switch g.below(6) {
		case 0:
			spec["scope"] = strings.ToLower(text(spec, "scope"))
		case 1:
			delete(spec, "scope")
		case 2:
			delete(spec, "group")
		case 3:
			spec["group"] = "Example"
		case 4:
			spec["preserveUnknownFields"] = true
		default:
			name := pick(g.random, keys(spec))
			return rename(spec, name, g.misspelled(name))
		}
		return true
	}},
	{"metadata", func(g *Generator, crd map[string]any) bool {
		metadata := object(crd, "metadata")
		if metadata == nil {
			return false
		}
		switch g.below(4) {
		case 0:
			metadata["name"] = "crontab"
		case 1:
			delete(metadata, "name")
		case 2:
			metadata["namespace"] = "default"
		default:
			metadata["labels"] = map[string]any{"a": "b c"}
		}
		return true
	}},
	{"conversion", func(g *Generator, crd map[string]any) bool {
		spec := object(crd, "spec")
		if spec == nil {
			return false
		}
		client := map[string]any{"url": pick(g.random, []string{"http://example.com/convert", "https://me@example.com/?a=b", "example.com", "https://example.com"})}
		if g.percent(40) {
			client["service"] = map[string]any{"name": "a", "namespace": "b", "path": "convert", "port": pick(g.random, []any{int64(0), int64(443), "443"})}
		}
		webhook := map[string]any{"clientConfig": client, "conversionReviewVersions": []any{"v1"}}
		if g.percent(40) {
			webhook["conversionReviewVersions"] = pick(g.random, []any{[]any{}, []any{"V1", "v1"}, []any{"v2"}, "v1", []any{"v1", "v1"}})
		}
		spec["conversion"] = map[string]any{"strategy": pick(g.random, []any{"Webhook", "webhook", "None", "", "Custom"}), "webhook": webhook}
		if g.percent(20) {
			delete(object(spec, "conversion"), pick(g.random, []string{"strategy", "webhook"}))
		}
		return true
	}},
	{"storage version", func(g *Generator, crd map[string]any) bool {
		storage := g.percent(50)
		for _, v := range versionsOf(crd) {
			v["storage"] = storage
		}
		return true
	}},
}
