package hints

import (
	"cmp"
	"strings"

	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
)

// nameAdvice holds the hints for names, group and scope.
var nameAdvice = []advice{
	{structural.Invalid, "name", "must be spec.names.plural", definitionName},
	{structural.Invalid, "name", "a lowercase RFC 1123 subdomain", definitionName},
	{structural.Required, "name", "name or generateName is required", definitionName},
	{structural.Invalid, "generateName", "must be spec.names.plural", definitionName},
	{structural.Forbidden, "namespace", "", dropping("Remove the namespace: definitions have none.")},
	{structural.Required, "group", "", func(s *site) Hint {
		return s.fromName("Add the group, a domain that is yours.", func(_, group string) string { return group })
	}},
	{structural.Invalid, "group", "", always("Use a domain that is yours as the group, in lower case and with a dot, as in stable.example.com.")},
	{structural.Required, "scope", "", setting("Namespaced", "Add scope: Namespaced, or Cluster for objects outside of namespaces.")},
	{structural.NotSupported, "scope", "", func(s *site) Hint {
		scope := cmp.Or(nearest(textAt(s.manifest, s.path), []string{"Cluster", "Namespaced"}), "Namespaced")
		return Hint{"Use " + scope + "; there are Namespaced and Cluster.", []Edit{set(s.path, scope)}}
	}},
	{structural.Required, "plural", "", func(s *site) Hint {
		return s.fromName("Add the plural name, which is in URLs: lower case, as in crontabs.", func(plural, _ string) string { return plural })
	}},
	{structural.Required, "kind", "", func(s *site) Hint {
		return s.titled(strings.TrimSuffix(textOf(s.around(), "listKind"), "List"), textOf(s.around(), "singular"))
	}},
	{structural.Required, "singular", "", always("Add the singular name, or a kind, whose name in lower case is taken for it.")},
	{structural.Required, "listKind", "", always("Add the kind of lists, or a kind, with which it is made.")},
	{structural.Invalid, "plural", "", lowered(labelText)},
	{structural.Invalid, "singular", "", lowered(labelText)},
	{structural.Invalid, "shortNames", "", lowered(labelText)},
	{structural.Invalid, "categories", "", lowered(labelText)},
	{structural.Invalid, "listKind", "kind and listKind may not be the same", dropping("Remove listKind: the server makes it of the kind and List.")},
	{structural.Invalid, "kind", "may have mixed case", always("Use letters and digits only, a letter first, as in CronTab.")},
	{structural.Invalid, "listKind", "may have mixed case", dropping("Remove listKind: the server makes it of the kind and List.")},
}

const labelText = "Use lower-case letters, digits and -, with a letter first."

func definitionName(s *site) Hint {
	plural, group := textAt(s.manifest, spec("names", "plural")), textAt(s.manifest, spec("group"))
	name := structural.Path{structural.Field("metadata"), structural.Field("name")}
	text := "Name the definition by its plural name and its group, as in crontabs.stable.example.com."
	if plural == "" || group == "" || len(names.DNS1123Subdomain(plural+"."+group)) > 0 {
		return Hint{Text: text}
	}
	edits := []Edit{set(name, plural+"."+group)}
	if s.field() == "generateName" {
		edits = append(edits, remove(s.path))
	}
	return Hint{"Name the definition " + plural + "." + group + ".", edits}
}

// fromName takes a missing name from that of the definition.
func (s *site) fromName(text string, part func(plural, group string) string) Hint {
	plural, group, found := strings.Cut(textAt(s.manifest, structural.Path{structural.Field("metadata"), structural.Field("name")}), ".")
	if name := part(plural, group); found && name != "" {
		return Hint{text, []Edit{set(s.path, name)}}
	}
	return Hint{Text: text}
}

// titled makes a kind of the first name that is there.
func (s *site) titled(candidates ...string) Hint {
	const text = "Add the kind, as in CronTab."
	for _, name := range candidates {
		if name != "" {
			return Hint{text, []Edit{set(s.path, strings.ToUpper(name[:1])+name[1:])}}
		}
	}
	return Hint{Text: text}
}
