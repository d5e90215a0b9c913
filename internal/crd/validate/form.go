package validate

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/structural"
)

// form is a CRD in the server's internal version. As values of errors, the types print
// with the server's field names in the server's order.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions, types.go.
type form struct {
	v1beta1 bool // the CRD is one of v1beta1
	names   crd.FieldNames
	meta    map[string]any
	spec    specForm
	status  statusForm
}

type specForm struct {
	v1beta1    bool
	at         location
	group      string
	version    string
	names      crd.Names
	scope      string
	shared     partsForm
	versions   []crd.Version     // see schemas for their schemas
	schemas    []*validationForm // of the versions; empty if none has one
	conversion crd.Conversion
	preserve   bool
}

// partsForm holds the parts of a version, or of all in the spec. It is made when needed:
// there may be very many.
type partsForm struct {
	*crd.VersionParts
	Schema *validationForm
	of     int // index of the version, or ofSpec
}

// ofSpec is the index of the parts in the spec.
const ofSpec = -1

// parts returns the parts of a version.
func (s *specForm) parts(i int) partsForm {
	return partsForm{VersionParts: &s.versions[i].VersionParts, Schema: s.schema(i), of: i}
}

func (s *specForm) schema(i int) *validationForm {
	if len(s.schemas) == 0 {
		return nil
	}
	return s.schemas[i]
}

// validationForm holds the schema of a version.
type validationForm struct{ OpenAPIV3Schema *schemaForm }

// schemaForm is a schema, with the errors for keywords that the server cannot convert.
type schemaForm struct {
	*structural.Schema
	raw           map[string]any
	unconvertible structural.Errors
	// coerced reports whether errors show the defaults as the check has coerced them, see
	// coerceDefaults.
	coerced bool
}

// printed returns the schema as errors print it.
func (s *schemaForm) printed() any {
	if !s.coerced || !s.changesInDefaults() {
		return structural.InternalValue(s.Schema)
	}
	// It has been read and coerced before.
	ctx := structural.WithBudget(context.Background(), structural.Budget{Steps: math.MaxInt64, Values: math.MaxInt64})
	m, _ := coerceDefaults(ctx, s.raw, s.Schema, inRoot).(map[string]any)
	schema, _, _ := structural.FromMap(ctx, m, structural.WithNormalizedInput())
	return structural.InternalValue(schema)
}

// MarshalJSON prints the schema with the server's field names.
func (s *schemaForm) MarshalJSON() ([]byte, error) { return json.Marshal(s.printed()) }

// String prints a schema that is too deep for MarshalJSON.
func (s *schemaForm) String() string { return fmt.Sprint(s.printed()) }

type statusForm struct {
	names          crd.Names
	storedVersions []string
	established    bool
}

// versionsValue holds the versions of a spec as the value of an error.
type versionsValue struct{ spec *specForm }

// printedVersion is a version as errors print it.
type printedVersion struct {
	Name                     string
	Served, Storage          bool
	Deprecated               bool
	DeprecationWarning       *string
	Schema                   *validationForm
	Subresources             *crd.Subresources
	AdditionalPrinterColumns []crd.Column
	SelectableFields         []crd.SelectableField
}

// printedVersionSize is about the number of bytes of a version without any parts.
const printedVersionSize = 180

// MarshalJSON prints the versions as the server's type.
func (v versionsValue) MarshalJSON() ([]byte, error) {
	var out []printedVersion
	if v.spec.versions != nil {
		out = make([]printedVersion, 0, len(v.spec.versions))
	}
	for i := range v.spec.versions {
		is := &v.spec.versions[i]
		out = append(out, printedVersion{
			is.Name, is.Served, is.Storage, is.Deprecated, is.DeprecationWarning,
			v.spec.schema(i), is.Subresources, is.AdditionalPrinterColumns, is.SelectableFields,
		})
	}
	return json.Marshal(out)
}

// String prints versions that are too deep for MarshalJSON.
func (v versionsValue) String() string { return "[...]" }

// typedText is a string of a named type, which errors print as JSON.
type typedText string
