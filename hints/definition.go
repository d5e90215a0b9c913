package hints

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
)

// versions holds the advice about the versions of a crd and their subresources.
var versions = []advice{
	{structural.Required, "openAPIV3Schema", "", func(p *problem) Hint {
		return Hint{"Add a schema. One that takes anything is {type: object, " + preserve + ": true}.",
			[]Edit{set(p.path, map[string]any{"type": "object", preserve: true})}}
	}},
	{structural.Invalid, "versions", "must have exactly one version marked as storage", oneStorage},
	{structural.Invalid, "versions", "must contain unique version names", always("Give each version a name of its own, or remove the one that is there twice.")},
	{structural.Invalid, "name", "a DNS-1035 label", lowered("Name the version like v1, v1beta1 or v2alpha3.")},
	{structural.Invalid, "preserveUnknownFields", "", removing("Remove spec.preserveUnknownFields, and add " + preserve + ": true to the schemas where unknown fields are to be kept.")},
	{structural.Invalid, "deprecationWarning", "can only be set for deprecated versions", func(p *problem) Hint {
		return Hint{"Add deprecated: true to the version, or remove the warning.", []Edit{set(p.sibling("deprecated"), true)}}
	}},
	{structural.Invalid, "deprecationWarning", "must not be an empty string", removing("Remove the warning: the server has one of its own.")},
	{structural.Invalid, "deprecationWarning", "must be <=", always("Shorten the warning to 256 bytes.")},
	{structural.Invalid, "deprecationWarning", "must only contain printable", func(p *problem) Hint {
		text := strings.Join(strings.Fields(p.text()), " ")
		return Hint{"Write the warning in one line of printable characters.", []Edit{set(p.path, text)}}
	}},
	{structural.Invalid, "storedVersions", "missing from spec.versions", always("Keep the version, perhaps with served: false, until no object is stored in it and it has been taken from status.storedVersions.")},
	{structural.Invalid, "storedVersions", "", always("Add the storage version to status.storedVersions.")},
	{structural.Invalid, "", "field is immutable", always("Leave it as it was. To change it, delete the definition, with all its objects, and create it anew.")},
	{structural.Required, "api-approved.kubernetes.io", "", always("Use a group of your own: those below k8s.io and kubernetes.io are for APIs that are approved there.")},
	{structural.Invalid, "api-approved.kubernetes.io", "", always("Write the URL of the approval, or a text that begins with unapproved. Better use a group of your own.")},
	{structural.Required, "specReplicasPath", "", setting(".spec.replicas", "Name the field that holds the wanted replicas, below .spec.")},
	{structural.Invalid, "specReplicasPath", "", setting(".spec.replicas", "Name a field below .spec.")},
	{structural.Required, "statusReplicasPath", "", setting(".status.replicas", "Name the field that holds the actual replicas, below .status.")},
	{structural.Invalid, "statusReplicasPath", "", setting(".status.replicas", "Name a field below .status.")},
	{structural.Invalid, "labelSelectorPath", "", removing("Name a text below .spec or .status, as in .status.selector, or leave it out.")},
}

// oneStorage proposes a storage version: the first one with storage: true, or else
// the first served one.
func oneStorage(p *problem) Hint {
	list, _ := valueAt(p.crd, specPath("versions")).([]any)
	chosen, best := -1, -1
	for i, v := range list {
		version, ok := v.(map[string]any)
		if !ok {
			continue
		}
		rank := 0
		switch {
		case version["storage"] == true:
			rank = 2
		case version["served"] == true:
			rank = 1
		}
		if rank > best {
			chosen, best = i, rank
		}
	}
	if chosen < 0 {
		return Hint{Text: "Add a version with storage: true."}
	}
	var edits []Edit
	for i, v := range list {
		if version, ok := v.(map[string]any); ok && (version["storage"] == true) != (i == chosen) {
			edits = append(edits, set(specPath("versions").Append(structural.Index(i), structural.Field("storage")), i == chosen))
		}
	}
	name := textIn(list[chosen].(map[string]any), "name")
	return Hint{fmt.Sprintf("Set storage: true in one version, perhaps %s, and false in all others.", name), edits}
}

// lowered returns an advice to write a name in lower case, with edits if that is
// enough to make it valid.
func lowered(text string) func(*problem) Hint {
	return func(p *problem) Hint {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == '_' || r == '.' || r == ' ':
				return '-'
			default:
				return r
			}
		}, strings.ToLower(p.text()))
		if len(names.DNS1035Label(name)) > 0 {
			return Hint{Text: text}
		}
		return Hint{text, []Edit{set(p.path, name)}}
	}
}

// nameAdvice holds the advice about names, group and scope.
var nameAdvice = []advice{
	{structural.Invalid, "name", "must be spec.names.plural", definitionName},
	{structural.Invalid, "name", "a lowercase RFC 1123 subdomain", definitionName},
	{structural.Required, "name", "name or generateName is required", definitionName},
	{structural.Invalid, "generateName", "must be spec.names.plural", definitionName},
	{structural.Forbidden, "namespace", "", removing("Remove the namespace: definitions have none.")},
	{structural.Required, "group", "", func(p *problem) Hint {
		return p.fromName("Add the group, a domain that is yours.", func(_, group string) string { return group })
	}},
	{structural.Invalid, "group", "", always("Use a domain that is yours as the group, in lower case and with a dot, as in stable.example.com.")},
	{structural.Required, "scope", "", setting("Namespaced", "Add scope: Namespaced, or Cluster for objects outside of namespaces.")},
	{structural.NotSupported, "scope", "", func(p *problem) Hint {
		scope := cmp.Or(nearest(p.text(), []string{"Cluster", "Namespaced"}), "Namespaced")
		return Hint{"Use " + scope + "; there are Namespaced and Cluster.", []Edit{set(p.path, scope)}}
	}},
	{structural.Required, "plural", "", func(p *problem) Hint {
		return p.fromName("Add the plural name, which is in URLs: lower case, as in crontabs.", func(plural, _ string) string { return plural })
	}},
	{structural.Required, "kind", "", func(p *problem) Hint {
		return p.titled(strings.TrimSuffix(textIn(p.parent(), "listKind"), "List"), textIn(p.parent(), "singular"))
	}},
	{structural.Required, "singular", "", always("Add the singular name, or a kind, whose name in lower case is taken for it.")},
	{structural.Required, "listKind", "", always("Add the kind of lists, or a kind, with which it is made.")},
	{structural.Invalid, "plural", "", lowered(labelText)},
	{structural.Invalid, "singular", "", lowered(labelText)},
	{structural.Invalid, "shortNames", "", lowered(labelText)},
	{structural.Invalid, "categories", "", lowered(labelText)},
	{structural.Invalid, "listKind", "kind and listKind may not be the same", removing("Remove listKind: the server makes it of the kind and List.")},
	{structural.Invalid, "kind", "may have mixed case", always("Use letters and digits only, a letter first, as in CronTab.")},
	{structural.Invalid, "listKind", "may have mixed case", removing("Remove listKind: the server makes it of the kind and List.")},
}

const labelText = "Use lower-case letters, digits and -, with a letter first."

func definitionName(p *problem) Hint {
	plural, group := textAt(p.crd, specPath("names", "plural")), textAt(p.crd, specPath("group"))
	name := structural.Path{structural.Field("metadata"), structural.Field("name")}
	text := "Name the definition by its plural name and its group, as in crontabs.stable.example.com."
	if plural == "" || group == "" || len(names.DNS1123Subdomain(plural+"."+group)) > 0 {
		return Hint{Text: text}
	}
	edits := []Edit{set(name, plural+"."+group)}
	if p.field() == "generateName" {
		edits = append(edits, remove(p.path))
	}
	return Hint{"Name the definition " + plural + "." + group + ".", edits}
}

// fromName takes a missing name from the name of the crd.
func (p *problem) fromName(text string, part func(plural, group string) string) Hint {
	plural, group, found := strings.Cut(textAt(p.crd, structural.Path{structural.Field("metadata"), structural.Field("name")}), ".")
	if name := part(plural, group); found && name != "" {
		return Hint{text, []Edit{set(p.path, name)}}
	}
	return Hint{Text: text}
}

// titled makes a kind of the first candidate that is not empty.
func (p *problem) titled(candidates ...string) Hint {
	const text = "Add the kind, as in CronTab."
	for _, name := range candidates {
		if name != "" {
			return Hint{text, []Edit{set(p.path, strings.ToUpper(name[:1])+name[1:])}}
		}
	}
	return Hint{Text: text}
}

// columns holds the advice about printer columns and selectable fields.
var columns = []advice{
	{structural.Required, "name", "", func(p *problem) Hint {
		path := textIn(p.parent(), "jsonPath")
		name := path[strings.LastIndexByte(path, '.')+1:]
		if _, isService := p.parent()["namespace"]; isService || name == "" {
			return Hint{Text: "Add the name."}
		}
		return Hint{"Add a name, which heads the column.", []Edit{set(p.path, name)}}
	}},
	{structural.Required, "type", "must be one of", setting("string", "Add the type of the column: boolean, date, integer, number or string.")},
	{structural.Invalid, "type", "must be one of", func(p *problem) Hint {
		name := p.text()
		known := []string{"boolean", "date", "integer", "number", "string"}
		t := cmp.Or(aliases[name], nearest(name, known))
		if t == "" || t == "object" || t == "array" {
			t = "string"
		}
		return Hint{"Change the type to " + t + ": a column shows a boolean, date, integer, number or string.", []Edit{set(p.path, t)}}
	}},
	{structural.Invalid, "format", "must be one of", removing("Remove the format, or use one of those that are listed.")},
	{structural.Required, "jsonPath", "", func(p *problem) Hint {
		return Hint{"Name the field, as in .spec.replicas, or remove the entry.", []Edit{remove(p.above(1))}}
	}},
	{structural.Invalid, "jsonPath", "must be a simple json path", func(p *problem) Hint {
		path := "." + strings.TrimLeft(strings.Trim(p.text(), "{}"), "$.")
		return Hint{"Begin the path with a dot, as in .spec.replicas.", []Edit{set(p.path, path)}}
	}},
	{structural.Invalid, "jsonPath", "is an invalid path", func(p *problem) Hint {
		return Hint{"Name a declared property below the root, as in .spec.color, without lists, or remove the entry.", []Edit{remove(p.above(1))}}
	}},
	{structural.Invalid, "jsonPath", "must not point to fields in metadata", func(p *problem) Hint {
		return Hint{"Remove the entry: name and namespace can be selected anyway.", []Edit{remove(p.above(1))}}
	}},
	{structural.Invalid, "jsonPath", "must point to a field of type", func(p *problem) Hint {
		return Hint{"Name a string, boolean or integer, or remove the entry.", []Edit{remove(p.above(1))}}
	}},
	{structural.Duplicate, "jsonPath", "", func(p *problem) Hint {
		return Hint{"Remove the entry: the field is named before.", []Edit{remove(p.above(1))}}
	}},
	{structural.TooMany, "selectableFields", "", always("Keep at most 8 selectable fields.")},
	{structural.Invalid, "selectableFields", "may only be set when", removing("Add a schema, or remove the selectable fields: they name properties of it.")},
}
