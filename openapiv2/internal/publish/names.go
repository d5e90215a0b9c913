package publish

import (
	"slices"
	"strings"
	"unicode"
)

// Kinds that are not those of a definition have a constant name.
const (
	metaPrefix        = "io.k8s.apimachinery.pkg.apis.meta.v1."
	scalePrefix       = "io.k8s.api.autoscaling.v1."
	objectMetaName    = metaPrefix + "ObjectMeta"
	listMetaName      = metaPrefix + "ListMeta"
	statusName        = metaPrefix + "Status"
	deleteOptionsName = metaPrefix + "DeleteOptions"
	patchName         = metaPrefix + "Patch"
	scaleName         = scalePrefix + "Scale"
)

// names are the names that a document of one version uses, made once.
type names struct {
	model, list string // of definitions: "com.example.v1.Foo"
	id          string // what follows the verb in the id of an operation: "ExampleComV1"
	tag         string // "exampleCom_v1"
	collection  string // path of all objects, without a namespace
	article     string // between a verb and the kind: " a "
}

func (d *Definition) names(version string) names {
	group := strings.TrimSuffix(d.Group, ".k8s.io")
	return names{
		model:      modelName(d.Group, version, d.Kind),
		list:       modelName(d.Group, version, d.ListKind),
		id:         identifier(group, true) + identifier(version, true),
		tag:        identifier(group, false) + "_" + identifier(version, false),
		collection: "/apis/" + d.Group + "/" + version + "/",
		article:    article(d.Kind),
	}
}

// modelName is the name of a kind among the definitions of a document: the
// labels of the group in reverse, the version and the kind.
func modelName(group, version, kind string) string {
	labels := strings.Split(group, ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".") + "." + version + "." + kind
}

// identifier takes what is no letter, digit or underscore out of a name, and
// puts the letter behind it in upper case; likewise the first letter, if so
// asked for. A digit at the start goes too.
//
// Rule: k8s.io/apiserver/pkg/endpoints/openapi, ToValidOperationID.
func identifier(name string, upper bool) string {
	var out strings.Builder
	for i, r := range name {
		switch {
		case !unicode.IsLetter(r) && r != '_' && (i == 0 || !unicode.IsDigit(r)):
			upper = true
		case upper:
			out.WriteRune(unicode.ToUpper(r))
			upper = false
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// article is what stands between a verb and a kind. Plurals have none.
//
// Rule: k8s.io/apiserver/pkg/endpoints, GetArticleForNoun.
func article(kind string) string {
	switch {
	case strings.HasSuffix(kind, "s") && !strings.HasSuffix(kind, "ss"):
		return " "
	case strings.ContainsRune("aeiou", unicode.ToLower(rune(kind[0]))):
		return " an "
	default:
		return " a "
	}
}

// ModelName is the name of the kind among the models of a document.
func (d *Definition) ModelName(version string) string { return modelName(d.Group, version, d.Kind) }

// ListModelName is the name of the list of the kind.
func (d *Definition) ListModelName(version string) string {
	return modelName(d.Group, version, d.ListKind)
}
