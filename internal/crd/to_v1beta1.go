package crd

import "github.com/seed95800270/crdschema/structural"

// ToV1beta1 returns a CRD of v1 in its stored form ([StoredObject]) as one of v1beta1: the parts
// that are equal in all versions are in the spec.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, conversion.go.
func ToV1beta1(stored map[string]any) map[string]any {
	out, spec := Edit(stored), Edit(stored["spec"])
	out.Set("apiVersion", Group+"/v1beta1")
	list, _ := spec.Get("versions").([]any)
	versions := make([]Editor, len(list))
	for i, v := range list {
		versions[i] = Edit(v)
		versions[i].Set("additionalPrinterColumns", columnsWith(versions[i].Get("additionalPrinterColumns"), v1Names, v1beta1Names))
	}
	var all any
	if len(versions) > 0 {
		if name := versions[0].Get("name"); name != "" {
			spec.Set("version", name)
		}
		for name, shared := range sharedNames {
			spec.Set(shared, takeEqual(versions, name))
		}
		all = results(versions)
	}
	spec.Set("versions", all)
	spec.Set("preserveUnknownFields", spec.Get("preserveUnknownFields") == true)
	spec.Set("conversion", conversionToV1beta1(spec.Get("conversion")))
	out.Set("spec", spec.Result())
	return out.Result()
}

// takeEqual removes a part from all versions and returns it, or nil if the versions do not have
// the same.
func takeEqual(versions []Editor, name string) any {
	first := versions[0].Get(name)
	for i := range versions {
		if !structural.Equal(versions[i].Get(name), first) {
			return nil
		}
	}
	for i := range versions {
		versions[i].Set(name, nil)
	}
	return first
}

func results(edited []Editor) []any {
	out := make([]any, len(edited))
	for i := range edited {
		out[i] = edited[i].Result()
	}
	return out
}

func conversionToV1beta1(v any) any {
	out := Edit(v)
	webhook := Edit(out.Get(v1Names.Webhook))
	out.Set(v1Names.Webhook, nil)
	out.Set(v1beta1Names.ClientConfig, webhook.Get(v1Names.ClientConfig))
	reviews := webhook.Get("conversionReviewVersions")
	if isEmpty(reviews) {
		reviews = nil
	}
	out.Set("conversionReviewVersions", reviews)
	return out.Result()
}
