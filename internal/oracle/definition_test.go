package oracle

import (
	"context"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// TestDefinition compares what compiled definitions tell about themselves with what
// the reference decodes: names, scope and the parts of every version.
func TestDefinition(t *testing.T) {
	crds := corpus.Load(t).CRDs
	cases := parity.Cases[map[string]any]{N: len(crds), At: func(i int) (string, map[string]any) { return crds[i].File, crds[i].Manifest }}
	parity.Run(t, "definition", cases, func(c *parity.Check, manifest map[string]any) {
		theirs, err := upstream.Definition(manifest)
		if err != nil {
			c.Void()
			return
		}
		ours, err := compiler.Compile(context.Background(), manifest)
		if err != nil { // the reference does not check what it decodes
			c.Void()
			return
		}
		names := ours.Names()
		c.Equal("names", []any{names.Plural, names.Singular, names.Kind, names.ListKind, list(names.ShortNames), list(names.Categories), ours.Scope().String()},
			namesOf(&theirs.Spec))
		for i := range theirs.Spec.Versions {
			theirs := partsOf(theirs, &theirs.Spec.Versions[i])
			v, _ := ours.Version(theirs.name)
			c.Equal("version "+theirs.name, versionOf(v), theirs.values)
			compareServedSchema(c, v, theirs.schema)
		}
	})
}

func namesOf(spec *apiextensions.CustomResourceDefinitionSpec) []any {
	n := spec.Names
	return []any{n.Plural, n.Singular, n.Kind, n.ListKind, list(n.ShortNames), list(n.Categories), string(spec.Scope)}
}

// list returns a list as a JSON value. nil is an empty list.
func list(texts []string) []any {
	out := make([]any, len(texts))
	for i, text := range texts {
		out[i] = text
	}
	return out
}

// versionOf returns what a version tells, without its schema.
func versionOf(v *crdschema.Version) []any {
	out := []any{v.Served(), v == v.Definition().StorageVersion(), v.DeprecationWarning() != "", v.Subresources().Status}
	if s := v.Subresources().Scale; s != nil {
		out = append(out, s.SpecReplicasPath, s.StatusReplicasPath, s.LabelSelectorPath)
	}
	out = append(out, list(v.SelectableFields()))
	for _, col := range v.PrinterColumns() {
		out = append(out, []any{col.Name, col.Type, col.Format, col.Description, int64(col.Priority), col.JSONPath})
	}
	return out
}

// versionParts is what the reference has for a version.
type versionParts struct {
	name   string
	values []any
	schema *apiextensions.CustomResourceValidation
}

// partsOf returns the parts of a version, as versionOf does. The internal type has
// parts that are the same in all versions in the spec.
func partsOf(crd *apiextensions.CustomResourceDefinition, v *apiextensions.CustomResourceDefinitionVersion) versionParts {
	subresources, err := apiextensions.GetSubresourcesForVersion(crd, v.Name)
	must(err)
	columns, err := apiextensions.GetColumnsForVersion(crd, v.Name)
	must(err)
	if len(crd.Spec.AdditionalPrinterColumns)+len(v.AdditionalPrinterColumns) == 0 {
		columns = nil // not the default one
	}
	validation, err := apiextensions.GetSchemaForVersion(crd, v.Name)
	must(err)
	out := []any{v.Served, v.Storage, v.Deprecated, subresources != nil && subresources.Status != nil}
	if subresources != nil && subresources.Scale != nil {
		s, selector := subresources.Scale, ""
		if s.LabelSelectorPath != nil {
			selector = *s.LabelSelectorPath
		}
		out = append(out, s.SpecReplicasPath, s.StatusReplicasPath, selector)
	}
	selectable := []any{}
	for _, f := range append(crd.Spec.SelectableFields, v.SelectableFields...) {
		selectable = append(selectable, f.JSONPath)
	}
	out = append(out, selectable)
	for _, col := range columns {
		out = append(out, []any{col.Name, col.Type, col.Format, col.Description, int64(col.Priority), col.JSONPath})
	}
	return versionParts{v.Name, out, validation}
}

// compareServedSchema compares the map of a version's schema, decoded by the reference,
// with the schema with which the reference serves the version, without documentation.
func compareServedSchema(c *parity.Check, v *crdschema.Version, validation *apiextensions.CustomResourceValidation) {
	if validation == nil || validation.OpenAPIV3Schema == nil {
		c.Equal("schema of "+v.Name(), v.Schema().Map() == nil, true)
		return
	}
	theirs, err := upstream.NewStructuralFrom(validation.OpenAPIV3Schema)
	if err != nil {
		return // served with a schema that is not structural
	}
	theirs, err = theirs.PruneDefaults()
	must(err)
	undocumented := schema.Visitor{Structural: func(s *schema.Structural) bool {
		s.Title, s.Description, s.ExternalDocs, s.Example = "", "", nil, schema.JSON{}
		return true
	}}
	undocumented.Visit(theirs.S)
	ours, err := upstream.NewStructural(v.Schema().Map())
	must(err)
	c.Equal("schema of "+v.Name(), equality.Semantic.DeepEqual(ours.S, theirs.S), true)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
