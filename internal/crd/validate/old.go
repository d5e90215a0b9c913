package validate

import "slices"

// fieldNames are the names of fields that are not the same in v1 and v1beta1.
type fieldNames struct {
	webhook      string // what is around the configuration of a webhook; empty: nothing
	clientConfig string
	jsonPath     string // of printer columns
}

var (
	newNames = fieldNames{webhook: "webhook", clientConfig: "clientConfig", jsonPath: "jsonPath"}
	oldNames = fieldNames{clientConfig: "webhookClientConfig", jsonPath: "JSONPath"}
)

func isOld(manifest map[string]any) bool { return manifest["apiVersion"] == group+"v1beta1" }

func namesOf(manifest map[string]any) fieldNames {
	if isOld(manifest) {
		return oldNames
	}
	return newNames
}

// old reads what only v1beta1 has, and fills in its defaults.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1,
// defaults.go.
func (r *formReader) old(o object, s *specForm) {
	s.shared = r.shared(o, s.at, "validation")
	s.version = o.text("version")
	if s.scope == "" {
		s.scope = string(Namespaced)
	}
	switch {
	case len(s.versions) == 0 && s.version != "":
		v := r.version(object{r: o.r, path: o.path}, s.at.field("versions").index(0))
		v.Name, v.Served, v.Storage = s.version, true, true
		s.versions = []versionForm{v}
	case s.version == "" && len(s.versions) > 0:
		s.version = s.versions[0].Name
	}
	if s.conversion.strategy == Webhook && len(s.conversion.reviewVersions) == 0 {
		s.conversion.reviewVersions = []string{"v1beta1"}
	}
}

// sharing checks that what stands beside the versions does not stand in them as
// well, and that what stands in them differs.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateCustomResourceDefinitionSpec.
func (c *checker) sharing() {
	s := &c.form.spec
	if c.form.names != oldNames || len(s.versions) == 0 {
		return // what is the same is moved to the top
	}
	for _, part := range []struct {
		name, text, alike string
		has               func(*sharedForm) bool
		same              func(v, w *sharedForm) bool
	}{
		{
			"validation", "schemas", "schemas may not all be set to identical values (top-level validation should be used instead)",
			func(v *sharedForm) bool { return v.Schema != nil },
			func(v, w *sharedForm) bool { return v.Schema.same(w.Schema) },
		},
		{
			"subresources", "subresources", "subresources may not all be set to identical values (top-level subresources should be used instead)",
			func(v *sharedForm) bool { return v.Subresources != nil },
			func(v, w *sharedForm) bool { return v.Subresources.same(w.Subresources) },
		},
		{
			"additionalPrinterColumns", "additionalPrinterColumns",
			"additionalPrinterColumns may not all be set to identical values (top-level additionalPrinterColumns should be used instead)",
			func(v *sharedForm) bool { return len(v.AdditionalPrinterColumns) > 0 },
			func(v, w *sharedForm) bool {
				return slices.Equal(v.AdditionalPrinterColumns, w.AdditionalPrinterColumns)
			},
		},
	} {
		if part.has(&s.shared) && !s.all(func(v *sharedForm) bool { return !part.has(v) }) {
			c.forbidden(s.at.field(part.name), "top-level and per-version "+part.text+" are mutually exclusive")
		}
		if s.all(func(v *sharedForm) bool { return part.has(v) && part.same(v, &s.versions[0].sharedForm) }) {
			c.invalid(s.at.field("versions"), versionsValue(s.versions), "per-version "+part.alike)
		}
	}
}

// asV1 is a manifest of v1beta1 as one of v1; one of v1 is returned as it is.
// What cannot be decoded is of no matter.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, conversion.go.
func asV1(manifest map[string]any) map[string]any {
	if !isOld(manifest) {
		return manifest
	}
	out, spec := edited(manifest), edited(manifest["spec"])
	version, _ := spec.get("version").(string)
	versions, _ := spec.get("versions").([]any)
	if len(versions) == 0 && version != "" {
		versions = []any{map[string]any{"name": version, "served": true, "storage": true}}
	}
	all := make([]any, len(versions))
	for i, v := range versions {
		all[i] = versionAsV1(v, &spec)
	}
	for _, name := range []string{"version", "validation", "subresources", "additionalPrinterColumns", "selectableFields"} {
		spec.set(name, nil)
	}
	spec.set("versions", all)
	if scope, _ := spec.get("scope").(string); scope == "" {
		spec.set("scope", string(Namespaced))
	}
	if spec.get("preserveUnknownFields") == nil {
		spec.set("preserveUnknownFields", true)
	}
	spec.set("conversion", conversionAsV1(spec.get("conversion")))
	out.set("spec", spec.result())
	return out.result()
}

func versionAsV1(v any, spec *edit) any {
	version := edited(v)
	for name, shared := range map[string]string{
		"schema": "validation", "subresources": "subresources",
		"additionalPrinterColumns": "additionalPrinterColumns", "selectableFields": "selectableFields",
	} {
		if top := spec.get(shared); top != nil {
			version.set(name, top)
		}
	}
	columns, _ := version.get("additionalPrinterColumns").([]any)
	renamed := make([]any, len(columns))
	for i, c := range columns {
		column := edited(c)
		column.set("jsonPath", column.get(oldNames.jsonPath))
		renamed[i] = column.result()
	}
	if columns != nil {
		version.set("additionalPrinterColumns", renamed)
	}
	return version.result()
}

func conversionAsV1(v any) any {
	old, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	webhook := map[string]any{}
	if client := old[oldNames.clientConfig]; client != nil {
		webhook[newNames.clientConfig] = client
	}
	reviews, _ := old["conversionReviewVersions"].([]any)
	if len(reviews) == 0 && old["strategy"] == Webhook {
		reviews = []any{"v1beta1"}
	}
	if reviews != nil {
		webhook["conversionReviewVersions"] = reviews
	}
	out := map[string]any{"strategy": old["strategy"]}
	if len(webhook) > 0 {
		out["webhook"] = webhook
	}
	return out
}
