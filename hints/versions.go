package hints

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
)

// versions are the hints for the versions of a definition and what it says
// about objects as a whole.
var versions = []advice{
	{structural.Required, "openAPIV3Schema", "", func(s *site) Hint {
		return Hint{"Add a schema. One that takes anything is {type: object, " + preserve + ": true}.",
			[]Edit{set(s.path, map[string]any{"type": "object", preserve: true})}}
	}},
	{structural.Invalid, "versions", "must have exactly one version marked as storage", oneStorage},
	{structural.Invalid, "versions", "must contain unique version names", always("Give each version a name of its own, or remove the one that is there twice.")},
	{structural.Invalid, "name", "a DNS-1035 label", lowered("Name the version like v1, v1beta1 or v2alpha3.")},
	{structural.Invalid, "preserveUnknownFields", "", dropping("Remove spec.preserveUnknownFields, and add " + preserve + ": true to the schemas where unknown fields are to be kept.")},
	{structural.Invalid, "deprecationWarning", "can only be set for deprecated versions", func(s *site) Hint {
		return Hint{"Add deprecated: true to the version, or remove the warning.", []Edit{set(s.beside("deprecated"), true)}}
	}},
	{structural.Invalid, "deprecationWarning", "must not be an empty string", dropping("Remove the warning: the server has one of its own.")},
	{structural.Invalid, "deprecationWarning", "must be <=", always("Shorten the warning to 256 bytes.")},
	{structural.Invalid, "deprecationWarning", "must only contain printable", func(s *site) Hint {
		text := strings.Join(strings.Fields(textAt(s.manifest, s.path)), " ")
		return Hint{"Write the warning in one line of printable characters.", []Edit{set(s.path, text)}}
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
	{structural.Invalid, "labelSelectorPath", "", dropping("Name a text below .spec or .status, as in .status.selector, or leave it out.")},
}

// oneStorage marks one version: the first that is marked, else the first that is
// served.
func oneStorage(s *site) Hint {
	list, _ := valueAt(s.manifest, spec("versions")).([]any)
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
			edits = append(edits, set(spec("versions").Append(structural.Index(i), structural.Field("storage")), i == chosen))
		}
	}
	name := textOf(list[chosen].(map[string]any), "name")
	return Hint{fmt.Sprintf("Set storage: true in one version, perhaps %s, and false in all others.", name), edits}
}

// lowered is the hint to write a name in lower case, if that makes it right.
func lowered(text string) func(*site) Hint {
	return func(s *site) Hint {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == '_' || r == '.' || r == ' ':
				return '-'
			default:
				return r
			}
		}, strings.ToLower(textAt(s.manifest, s.path)))
		if len(names.DNS1035Label(name)) > 0 {
			return Hint{Text: text}
		}
		return Hint{text, []Edit{set(s.path, name)}}
	}
}
