package crd

// FieldNames are the names of fields that differ between v1 and v1beta1.
type FieldNames struct {
	v1beta1      bool
	Webhook      string // the object that holds the configuration of a webhook; empty if that is the conversion
	ClientConfig string
	JSONPath     string // of printer columns
}

var (
	v1Names      = FieldNames{Webhook: "webhook", ClientConfig: "clientConfig", JSONPath: "jsonPath"}
	v1beta1Names = FieldNames{v1beta1: true, ClientConfig: "webhookClientConfig", JSONPath: "JSONPath"}
)

// FieldNames returns the names of fields in the CRD.
func (c *CRD) FieldNames() FieldNames {
	if c.V1beta1 {
		return v1beta1Names
	}
	return v1Names
}

// defaultReviewVersion is the default of conversionReviewVersions in v1beta1.
const defaultReviewVersion = "v1beta1"

// readV1beta1 reads the fields that only v1beta1 has, and sets its defaults. Without
// versions, spec.version names the only one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1, defaults.go.
func (c *CRD) readV1beta1(spec object) {
	c.Shared = readParts(spec, "validation")
	c.Version = spec.text("version")
	if c.Scope == "" {
		c.Scope = Namespaced
	}
	switch {
	case len(c.Versions) == 0 && c.Version != "":
		c.Versions = []Version{{Name: c.Version, Served: true, Storage: true}}
	case c.Version == "" && len(c.Versions) > 0:
		c.Version = c.Versions[0].Name
	}
	if c.Conversion.Strategy == Webhook && len(c.Conversion.ReviewVersions) == 0 {
		c.Conversion.ReviewVersions = []string{defaultReviewVersion}
	}
}

// parts returns the parts of a version, with the shared ones for those that it lacks.
func (c *CRD) parts(v *Version) VersionParts {
	out := v.VersionParts
	if schema, _ := out.OpenAPIV3Schema(); schema == nil {
		out.Schema = c.Shared.Schema
	}
	if s := out.Subresources; s == nil || s.Status == nil && s.Scale == nil {
		out.Subresources = c.Shared.Subresources
	}
	if out.AdditionalPrinterColumns == nil {
		out.AdditionalPrinterColumns = c.Shared.AdditionalPrinterColumns
	}
	if out.SelectableFields == nil {
		out.SelectableFields = c.Shared.SelectableFields
	}
	return out
}

// Distribute moves the fields of v1beta1 for all versions into each version.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, conversion.go.
func (c *CRD) Distribute() {
	for i := range c.Versions {
		c.Versions[i].VersionParts = c.parts(&c.Versions[i])
	}
	c.Shared, c.Version = VersionParts{}, ""
}

// IsSame reports whether two lists are one in memory: after [CRD.Distribute], all versions
// of a CRD of v1beta1 have the columns and selectable fields of its spec.
func IsSame[E any](a, b []E) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// ToV1 returns a CRD of v1beta1 as one of v1, and any other CRD unchanged. Values of wrong
// types are ignored: Read reports them.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, conversion.go.
func ToV1(manifest map[string]any) map[string]any {
	if !IsV1beta1(manifest) {
		return manifest
	}
	out, spec := Edit(manifest), Edit(manifest["spec"])
	version, _ := spec.Get("version").(string)
	versions, _ := spec.Get("versions").([]any)
	if len(versions) == 0 && version != "" {
		versions = []any{map[string]any{"name": version, "served": true, "storage": true}}
	}
	spec.Set("additionalPrinterColumns", columnsWith(spec.Get("additionalPrinterColumns"), v1beta1Names, v1Names))
	var all any
	if versions != nil {
		all = EditList(versions, func(v any) any { return versionToV1(v, &spec) })
	}
	spec.Set("version", nil)
	for _, name := range sharedNames {
		spec.Set(name, nil)
	}
	spec.Set("versions", all)
	if scope, _ := spec.Get("scope").(string); scope == "" {
		spec.Set("scope", Namespaced)
	}
	if spec.Get("preserveUnknownFields") == nil {
		spec.Set("preserveUnknownFields", true)
	}
	spec.Set("conversion", conversionToV1(spec.Get("conversion")))
	out.Set("spec", spec.Result())
	return out.Result()
}

func versionToV1(v any, spec *Editor) any {
	version := Edit(v)
	version.Set("additionalPrinterColumns", columnsWith(version.Get("additionalPrinterColumns"), v1beta1Names, v1Names))
	for name, shared := range sharedNames {
		if top := spec.Get(shared); top != nil {
			version.Set(name, top)
		}
	}
	return version.Result()
}

// sharedNames are the names in the spec of v1beta1 for the parts of a version.
var sharedNames = map[string]string{"schema": "validation", "subresources": "subresources",
	"additionalPrinterColumns": "additionalPrinterColumns", "selectableFields": "selectableFields"}

// columnsWith returns printer columns with the names of another version, or v if it is not a list.
func columnsWith(v any, from, to FieldNames) any {
	return EditList(v, func(c any) any {
		column := Edit(c)
		path := column.Get(from.JSONPath)
		column.Set(from.JSONPath, nil)
		column.Set(to.JSONPath, path)
		return column.Result()
	})
}

func conversionToV1(v any) any {
	conversion, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	webhook := map[string]any{}
	if client := conversion[v1beta1Names.ClientConfig]; client != nil {
		webhook[v1Names.ClientConfig] = client
	}
	reviews, _ := conversion["conversionReviewVersions"].([]any)
	if len(reviews) == 0 && conversion["strategy"] == Webhook {
		reviews = []any{defaultReviewVersion}
	}
	if reviews != nil {
		webhook["conversionReviewVersions"] = reviews
	}
	out := map[string]any{"strategy": conversion["strategy"]}
	if len(webhook) > 0 {
		out[v1Names.Webhook] = webhook
	}
	return out
}
