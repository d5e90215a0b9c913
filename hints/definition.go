package hints

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
)

// anyField holds the advice about errors that many fields can have.
var anyField = map[codes.Code]advice{
	codes.CRDFieldRequired: byField(map[string]advice{
		"group":              fromName("Add the group, a domain that is yours.", func(_, group string) string { return group }),
		"scope":              setting("Namespaced", "Add scope: Namespaced, or Cluster for objects outside of namespaces."),
		"plural":             fromName("Add the plural name, which is in URLs: lower case, as in crontabs.", func(plural, _ string) string { return plural }),
		"kind":               missingKind,
		"singular":           always("Add the singular name, or the kind: its lower-case form is the default."),
		"listKind":           always("Add the kind of lists, or the kind: that with List appended is the default."),
		"name":               missingName,
		"namespace":          always("Add the namespace of the service."),
		"strategy":           strategy("Add the strategy: None, or Webhook."),
		"jsonPath":           removingEntry("Name the field, as in .spec.replicas, or remove the entry."),
		"specReplicasPath":   setting(".spec.replicas", "Name the field that holds the wanted replicas, below .spec."),
		"statusReplicasPath": setting(".status.replicas", "Name the field that holds the actual replicas, below .status."),
	}),
	codes.CRDFieldValue: byField(map[string]advice{
		"scope": func(p *problem) Hint {
			scope := cmp.Or(nearest(p.text(), []string{"Cluster", "Namespaced"}), "Namespaced")
			return Hint{"Use " + scope + "; there are Namespaced and Cluster.", []Edit{set(p.path, scope)}}
		},
		"strategy": strategy("Use None or Webhook as the strategy."),
	}),
	codes.CRDFieldImmutable: immutable,
	codes.MetadataImmutable: immutable,
}

var immutable = always("Leave it as it was. To change it, delete the definition, with all its objects, and create it anew.")

// missingKind derives a kind from the list kind or the singular name.
func missingKind(p *problem) Hint {
	const text = "Add the kind, as in CronTab."
	name := cmp.Or(strings.TrimSuffix(textIn(p.parent(), "listKind"), "List"), textIn(p.parent(), "singular"))
	if name == "" {
		return Hint{Text: text}
	}
	return Hint{text, []Edit{set(p.path, strings.ToUpper(name[:1])+name[1:])}}
}

// missingName names a printer column after its path. It has no edit for the name of a
// service or a version.
func missingName(p *problem) Hint {
	path := textIn(p.parent(), "jsonPath")
	name := path[strings.LastIndexByte(path, '.')+1:]
	if _, isService := p.parent()["namespace"]; isService || name == "" {
		return Hint{Text: "Add the name."}
	}
	return Hint{"Add a name, which heads the column.", []Edit{set(p.path, name)}}
}

// fromName returns an advice to take a missing name from the name of the crd.
func fromName(text string, part func(plural, group string) string) advice {
	return func(p *problem) Hint {
		plural, group, found := strings.Cut(textAt(p.crd, metadataName), ".")
		if name := part(plural, group); found && name != "" {
			return Hint{text, []Edit{set(p.path, name)}}
		}
		return Hint{Text: text}
	}
}

// nameAdvice holds the advice about names and the group.
var nameAdvice = map[codes.Code]advice{
	codes.CRDName:                    nameOfCRD,
	codes.MetadataName:               nameOfCRD,
	codes.MetadataNameRequired:       nameOfCRD,
	codes.MetadataNamespaceForbidden: removing("Remove the namespace: definitions have none."),
	codes.CRDGroup:                   always("Use a domain that is yours as the group, in lower case and with a dot, as in stable.example.com."),
	codes.CRDLabel: byField(map[string]advice{
		"name":       lowered("Name the version like v1, v1beta1 or v2alpha3."),
		"plural":     lowered(labelText),
		"singular":   lowered(labelText),
		"shortNames": lowered(labelText),
		"categories": lowered(labelText),
	}),
	codes.KindName: byField(map[string]advice{
		"kind":     always("Use letters and digits only, a letter first, as in CronTab."),
		"listKind": removing(noListKind),
	}),
	codes.ListKindSame: removing(noListKind),
	codes.APIApproval: func(p *problem) Hint {
		if p.text() == "" {
			return Hint{Text: "Use a group of your own: those below k8s.io and kubernetes.io are for APIs that are approved there."}
		}
		return Hint{Text: "Write the URL of the approval, or a text that begins with unapproved. Better use a group of your own."}
	},
}

const (
	labelText  = "Use lower-case letters, digits and -, with a letter first."
	noListKind = "Remove listKind: the server makes it of the kind and List."
)

var metadataName = structural.Path{structural.Field("metadata"), structural.Field("name")}

// nameOfCRD sets the name of the crd to the plural name, a dot and the group.
func nameOfCRD(p *problem) Hint {
	plural, group := textAt(p.crd, specPath("names", "plural")), textAt(p.crd, specPath("group"))
	text := "Name the definition by its plural name and its group, as in crontabs.stable.example.com."
	if plural == "" || group == "" || len(names.DNS1123Subdomain(plural+"."+group)) > 0 {
		return Hint{Text: text}
	}
	edits := []Edit{set(metadataName, plural+"."+group)}
	if p.field() == "generateName" {
		edits = append(edits, remove(p.path))
	}
	return Hint{"Name the definition " + plural + "." + group + ".", edits}
}

// lowered returns an advice to write a name in lower case, with edits if that is
// enough to make it valid.
func lowered(text string) advice {
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

// versions holds the advice about versions and their schemas as a whole.
var versions = map[codes.Code]advice{
	codes.SchemaRequired:               setting(map[string]any{"type": "object", preserve: true}, "Add a schema. One that takes anything is {type: object, "+preserve+": true}."),
	codes.StorageVersion:               oneStorage,
	codes.VersionUnique:                always("Give each version a name of its own, or remove the duplicate."),
	codes.PreserveUnknownFields:        noPreserve,
	codes.PreserveUnknownFieldsDefault: noPreserve,
	codes.DeprecationWarning:           deprecationWarning,
	codes.StoredVersionRemoved:         always("Keep the version, perhaps with served: false, until no object is stored in it and it has been taken from status.storedVersions."),
	codes.StoredVersionsRequired:       addStored,
	codes.StoredVersionsStorage:        addStored,
}

var (
	noPreserve = removing("Remove spec.preserveUnknownFields, and add " + preserve + ": true to the schemas where unknown fields are to be kept.")
	addStored  = always("Add the storage version to status.storedVersions.")
)

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

// maxWarning is the maximum length of a deprecation warning in bytes.
const maxWarning = 256

// deprecationWarning corrects a warning. It has no edit for one that is too long.
func deprecationWarning(p *problem) Hint {
	switch text := p.text(); {
	case p.parent()["deprecated"] != true:
		return Hint{"Add deprecated: true to the version, or remove the warning.", []Edit{set(p.sibling("deprecated"), true)}}
	case text == "":
		return Hint{"Remove the warning: the server has one of its own.", []Edit{remove(p.path)}}
	case len(text) > maxWarning:
		return Hint{Text: "Shorten the warning to 256 bytes."}
	default:
		return Hint{"Write the warning in one line of printable characters.", []Edit{set(p.path, strings.Join(strings.Fields(text), " "))}}
	}
}

// columns holds the advice about printer columns, the scale subresource and
// selectable fields.
var columns = map[codes.Code]advice{
	codes.ColumnType:   columnType,
	codes.ColumnFormat: removing("Remove the format, or use one of those that are listed."),
	codes.SimplePath: byField(map[string]advice{
		"jsonPath": func(p *problem) Hint {
			path := "." + strings.TrimLeft(strings.Trim(p.text(), "{}"), "$.")
			return Hint{"Begin the path with a dot, as in .spec.replicas.", []Edit{set(p.path, path)}}
		},
		"specReplicasPath":   specReplicas,
		"statusReplicasPath": statusReplicas,
		"labelSelectorPath":  labelSelector,
	}),
	codes.ScaleSpecPath:            specReplicas,
	codes.ScaleStatusPath:          statusReplicas,
	codes.ScaleSelectorPath:        labelSelector,
	codes.SelectableFieldPath:      removingEntry("Name a declared property below the root, as in .spec.color, without lists, or remove the entry."),
	codes.SelectableFieldMetadata:  removingEntry("Remove the entry: name and namespace can be selected anyway."),
	codes.SelectableFieldType:      removingEntry("Name a string, boolean or integer, or remove the entry."),
	codes.SelectableFieldDuplicate: removingEntry("Remove the entry: the field is named before."),
	codes.SelectableFieldsCount:    always("Keep at most 8 selectable fields."),
	codes.SelectableFieldsSchema: byField(map[string]advice{
		"selectableFields": removing("Add a schema, or remove the selectable fields: they name properties of it."),
		"openAPIV3Schema":  unsupportedKeyword,
	}),
}

var (
	specReplicas   = setting(".spec.replicas", "Name a field below .spec.")
	statusReplicas = setting(".status.replicas", "Name a field below .status.")
	labelSelector  = removing("Name a text below .spec or .status, as in .status.selector, or leave it out.")
)

// removingEntry returns an advice to remove the list item with the error.
func removingEntry(text string) advice {
	return func(p *problem) Hint { return Hint{text, []Edit{remove(p.above(1))}} }
}

func columnType(p *problem) Hint {
	name := p.text()
	if name == "" {
		return Hint{"Add the type of the column: boolean, date, integer, number or string.", []Edit{set(p.path, "string")}}
	}
	t := cmp.Or(aliases[name], nearest(name, []string{"boolean", "date", "integer", "number", "string"}))
	if t == "" || t == "object" || t == "array" {
		t = "string"
	}
	return Hint{"Change the type to " + t + ": a column shows a boolean, date, integer, number or string.", []Edit{set(p.path, t)}}
}
