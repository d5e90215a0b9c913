package validate

import (
	"encoding/json"
	"fmt"

	"github.com/seed95800270/crdschema/structural"
)

// form is a definition as a server's checks see it: in the server's own form,
// in which what all versions have in common stands beside them. Types that
// errors print have the server's field names in the server's order.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions, types.go.
type form struct {
	names  fieldNames
	meta   map[string]any
	spec   specForm
	status statusForm
}

type specForm struct {
	at         place
	group      string
	version    string
	names      namesForm
	scope      string
	shared     sharedForm
	versions   []versionForm
	conversion *conversionForm
	preserve   bool
}

type namesForm struct {
	plural, singular, kind, listKind string
	shortNames, categories           []string
}

// sharedForm is what stands in a version or, if it is the same in all of them,
// beside the versions.
type sharedForm struct {
	Schema                   *containerForm
	Subresources             *subresourcesForm
	AdditionalPrinterColumns []columnForm
	SelectableFields         []selectableForm

	columns, selectables, schema, subresources place
}

type versionForm struct {
	Name               string
	Served, Storage    bool
	Deprecated         bool
	DeprecationWarning *string
	sharedForm

	at place
}

// containerForm is the schema of a version.
type containerForm struct{ OpenAPIV3Schema *schemaForm }

// schemaForm is a schema and what cannot be converted in it.
type schemaForm struct {
	*structural.Schema
	raw           map[string]any
	unconvertible structural.Errors
	// coerced tells that the defaults have been checked, after which errors show
	// them as the check leaves them, see coerceDefaults.
	coerced bool
}

func (s *schemaForm) shown() any {
	if !s.coerced || !s.changesInDefaults() {
		return structural.InternalValue(s.Schema)
	}
	m, _ := coerceDefaults(s.raw, s.Schema, rootResource).(map[string]any)
	schema, _ := structural.FromMap(m, structural.WithNormalizedInput())
	return structural.InternalValue(schema)
}

// MarshalJSON prints the schema with the server's field names.
func (s *schemaForm) MarshalJSON() ([]byte, error) { return json.Marshal(s.shown()) }

// String serves schemas that are too deep for that.
func (s *schemaForm) String() string { return fmt.Sprint(s.shown()) }

type subresourcesForm struct {
	Status *struct{}
	Scale  *scaleForm
}

type scaleForm struct {
	SpecReplicasPath, StatusReplicasPath string
	LabelSelectorPath                    *string
}

type columnForm struct {
	Name, Type, Format, Description string
	Priority                        int32
	JSONPath                        string
}

type selectableForm struct{ JSONPath string }

type conversionForm struct {
	at, clientAt, reviewsAt place

	strategy       string
	client         *clientForm
	reviewVersions []string
}

type clientForm struct {
	url      *string
	service  *serviceForm
	caBundle []byte
}

type serviceForm struct {
	namespace, name string
	path            *string
	port            int32
}

type statusForm struct {
	names          namesForm
	storedVersions []string
	established    bool
}

// versionsValue are the versions as the value of an error.
type versionsValue []versionForm

// MarshalJSON prints them as the server's type.
func (v versionsValue) MarshalJSON() ([]byte, error) { return json.Marshal([]versionForm(v)) }

// String stands in for versions that are too deep to be printed.
func (v versionsValue) String() string { return "[...]" }

// typedText is a text of a type of its own, which the server prints as JSON.
type typedText string
