package publish

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Definition holds the parts of a CRD that affect its documents.
type Definition struct {
	Name        string // metadata.name, or empty
	Group       string
	Kind        string
	ListKind    string
	Plural      string
	Namespaced  bool
	Established bool
	Versions    []Version

	preservesUnknown bool   // spec.preserveUnknownFields of old CRDs
	modelPrefix      string // of the names of its models, or empty for group and version
}

// Version is one version of a definition.
type Version struct {
	Name             string
	Served           bool
	Status           bool     // has the status subresource
	Scale            bool     // has the scale subresource
	SelectableFields []string // without the leading dot

	schema     map[string]any // openAPIV3Schema, or nil
	schemaPath structural.Path
}

// Version returns the version called name, or an error if there is none.
func (d *Definition) Version(name string) (*Version, error) {
	i := slices.IndexFunc(d.Versions, func(v Version) bool { return v.Name == name })
	if i < 0 {
		return nil, structural.Errors{{
			Path: versionsPath, Kind: field.NotFound, Code: codes.OpenAPIVersion, Value: name,
			Detail: codes.OpenAPIVersionDetail(d.Plural, d.Group),
		}}.Err()
	}
	return &d.Versions[i], nil
}

// Published returns the served versions of an established CRD, in its order.
func (d *Definition) Published() []string {
	var out []string
	for _, v := range d.published() {
		out = append(out, v.Name)
	}
	return out
}

// published returns the first version of each name.
func (d *Definition) published() []*Version {
	if !d.Established {
		return nil
	}
	var out []*Version
	first := make(map[string]*Version, len(d.Versions))
	for i := range d.Versions {
		v := &d.Versions[i]
		if first[v.Name] == nil {
			first[v.Name] = v
		}
	}
	for i := range d.Versions {
		if v := &d.Versions[i]; v.Served && first[v.Name] != nil {
			out = append(out, first[v.Name])
			first[v.Name] = nil
		}
	}
	return out
}

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

type names struct {
	model, list string // of definitions: "com.example.v1.Foo"
	group       string // as names of operations have it
	id          string // what follows the verb in the id of an operation: "ExampleComV1"
	tag         string // "exampleCom_v1"
	collection  string // path of all objects, without a namespace
	article     string // between a verb and the kind: " a "
}

func (d *Definition) names(version string) names {
	group := strings.TrimSuffix(d.Group, ".k8s.io")
	return names{
		model:      d.modelName(version, d.Kind),
		list:       d.modelName(version, d.ListKind),
		group:      group,
		id:         identifier(group, true) + identifier(version, true),
		tag:        identifier(group, false) + "_" + identifier(version, false),
		collection: "/apis/" + d.Group + "/" + version + "/",
		article:    article(d.Kind),
	}
}

// modelName returns the name of the model of a kind: the labels of the group in reverse, the
// version and the kind.
func modelName(group, version, kind string) string {
	labels := strings.Split(group, ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".") + "." + version + "." + kind
}

// identifier removes all characters except letters, digits and underscores, and a digit at the
// start, and capitalizes the letter after each, and the first one if upper is true.
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

// article returns the article before a kind with spaces around it, or a space for a plural.
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

func (d *Definition) modelName(version, kind string) string {
	if d.modelPrefix != "" {
		return d.modelPrefix + kind
	}
	return modelName(d.Group, version, kind)
}
