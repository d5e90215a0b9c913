package hints

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/structural"
)

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
		"specReplicasPath":   specReplicas,
		"statusReplicasPath": statusReplicas,
	}),
	codes.CRDFieldValue: byField(map[string]advice{
		"scope": func(p *problem) draft {
			scope := cmp.Or(spelling.Nearest(p.text(), []string{"Cluster", "Namespaced"}), "Namespaced")
			return draft{"Use " + scope + "; there are Namespaced and Cluster.", []change{set(p.path, scope)}}
		},
		"strategy": strategy("Use None or Webhook as the strategy."),
	}),
	codes.CRDFieldImmutable: immutable,
	codes.MetadataImmutable: immutable,
}

var immutable = always("Leave it as it was. To change it, delete the definition, with all its objects, and create it anew.")

func missingKind(p *problem) draft {
	const text = "Add the kind, as in CronTab."
	name := cmp.Or(strings.TrimSuffix(textIn(p.parent(), "listKind"), "List"), textIn(p.parent(), "singular"))
	if name == "" {
		return draft{text: text}
	}
	return draft{text, []change{set(p.path, strings.ToUpper(name[:1])+name[1:])}}
}

// missingName names a printer column after its path. A nameless service or version gets no
// edit.
func missingName(p *problem) draft {
	path := textIn(p.parent(), "jsonPath")
	name := path[strings.LastIndexByte(path, '.')+1:]
	if _, isService := p.parent()["namespace"]; isService || name == "" {
		return draft{text: "Add the name."}
	}
	return draft{"Add a name, which heads the column.", []change{set(p.path, name)}}
}

func fromName(text string, part func(plural, group string) string) advice {
	return func(p *problem) draft {
		plural, group, found := strings.Cut(textAt(p.crd, metadataName()), ".")
		if name := part(plural, group); found && name != "" {
			return draft{text, []change{set(p.path, name)}}
		}
		return draft{text: text}
	}
}

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
		"kind":     badKind,
		"listKind": badListKind,
	}),
	codes.ListKindSame: badListKind,
	codes.APIApproval: func(p *problem) draft {
		if p.text() == "" {
			return draft{text: "Use a group of your own: those below k8s.io and kubernetes.io are for APIs that are approved there."}
		}
		return draft{text: "Write the URL of the approval, or a text that begins with unapproved. Better use a group of your own."}
	},
}

const (
	labelText = "Use lower-case letters, digits and -, with a letter first."
	kindText  = "Use letters and digits only, a letter first, as in CronTab."
)

// metadataName returns a new path each time, because hints keep it.
func metadataName() structural.Path {
	return structural.Path{structural.Field("metadata"), structural.Field("name")}
}

func badKind(p *problem) draft {
	var words []string
	for _, word := range strings.FieldsFunc(p.text(), func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		words = append(words, strings.ToUpper(word[:1]), word[1:])
	}
	name := strings.Join(words, "")
	if name == "" || name == p.text() || len(names.DNS1035Label(strings.ToLower(name))) > 0 {
		return draft{text: kindText}
	}
	return draft{"Write the kind as " + name + ": " + strings.ToLower(kindText[:1]) + kindText[1:], []change{set(p.path, name)}}
}

// badListKind removes a list kind, so that the server makes a correct one. A missing list kind
// was made from the kind.
func badListKind(p *problem) draft {
	if p.text() == "" {
		return draft{text: "Correct the kind, of which the server makes the listKind."}
	}
	return draft{"Remove listKind: the server makes it of the kind and List.", []change{remove(p.path)}}
}

func nameOfCRD(p *problem) draft {
	plural, group := textAt(p.crd, specPath("names", "plural")), textAt(p.crd, specPath("group"))
	text := "Name the definition by its plural name and its group, as in crontabs.stable.example.com."
	if plural == "" || group == "" || len(names.DNS1123Subdomain(plural+"."+group)) > 0 {
		return draft{text: text}
	}
	edits := []change{set(metadataName(), plural+"."+group)}
	if p.field() == "generateName" {
		edits = append(edits, remove(p.path))
	}
	return draft{"Name the definition " + plural + "." + group + ".", edits}
}

func lowered(text string) advice {
	return func(p *problem) draft {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == '_' || r == '.' || r == ' ':
				return '-'
			default:
				return r
			}
		}, strings.ToLower(p.text()))
		if len(names.DNS1035Label(name)) > 0 {
			return draft{text: text}
		}
		return draft{text, []change{set(p.path, name)}}
	}
}
