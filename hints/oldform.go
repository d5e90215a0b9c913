package hints

import (
	"cmp"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/structural"
)

var kinds = map[codes.Code]advice{
	codes.UnexpectedKind: otherKind,
	codes.TypeMetaType:   otherKind,
}

// otherKind suggests the apiVersion and the kind of a CRD, and moves the fields of v1beta1.
func otherKind(p *problem) draft {
	const group, kind = "apiextensions.k8s.io", "CustomResourceDefinition"
	at := structural.Path{structural.Field("apiVersion")}
	version, written := textIn(p.crd, "apiVersion"), textIn(p.crd, "kind")
	switch {
	case crd.IsV1beta1(p.crd):
		changes := append([]change{set(at, group+"/v1")}, p.inVersions()...)
		return draft{"Write the CRD in version v1: v1beta1 ended with Kubernetes 1.22. In v1, fields without a schema are dropped.", changes}
	case written != kind && spelling.Nearest(written, []string{kind, kind + "s", "CRD"}) != "":
		return draft{"Write " + kind + " as kind.", []change{set(structural.Path{structural.Field("kind")}, kind)}}
	case spelling.Nearest(version, []string{group + "/v1", "v1", "apiextensions/v1"}) != "":
		return draft{"Write " + group + "/v1 as apiVersion.", []change{set(at, group+"/v1")}}
	default:
		return draft{text: "Write " + group + "/v1 as apiVersion, and " + kind + " as kind."}
	}
}

// oldFields are the fields of spec that v1 has in each version, with their names there.
var oldFields = map[string]string{"validation": "schema", "schema": "schema", "subresources": "subresources",
	"additionalPrinterColumns": "additionalPrinterColumns", "selectableFields": "selectableFields"}

// inVersions returns the changes that bring the fields of v1beta1 to where v1 has them. A version
// that has a field of its own keeps it.
func (p *problem) inVersions() (changes []change) {
	spec := objectAt(p.crd, specPath())
	list, _ := spec["versions"].([]any)
	if len(list) == 0 {
		list = []any{map[string]any{"name": cmp.Or(textIn(spec, "version"), "v1"), "served": true, "storage": true}}
	}
	shared := p.newFields(spec)
	versions := make([]any, len(list))
	for i, v := range list {
		version, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		versions[i] = p.newVersion(version, shared)
	}
	for _, name := range append(sortedNames(oldFieldsOf(spec)), "version") {
		switch {
		case has(spec, name) && name != "version" && anyHas(list, oldFields[name]):
			changes = append(changes, remove(specPath(name)))
		case has(spec, name):
			changes = append(changes, drop(specPath(name)))
		}
	}
	return append(append(changes, set(specPath("versions"), versions)), p.newConversion(spec)...)
}

func anyHas(versions []any, name string) bool {
	return slices.ContainsFunc(versions, func(v any) bool {
		version, _ := v.(map[string]any)
		return has(version, name)
	})
}

func oldFieldsOf(spec map[string]any) map[string]any {
	out := map[string]any{}
	for name := range oldFields {
		if has(spec, name) {
			out[name] = nil
		}
	}
	return out
}

// newFields returns the fields of spec that v1 has in each version.
func (p *problem) newFields(spec map[string]any) map[string]any {
	out := map[string]any{}
	for _, name := range sortedNames(oldFieldsOf(spec)) {
		if to := oldFields[name]; !has(out, to) {
			out[to] = spec[name]
		}
	}
	p.renameColumns(out)
	return out
}

func (p *problem) newVersion(version, shared map[string]any) map[string]any {
	out := maps.Clone(version)
	p.renameColumns(out)
	for name, v := range shared {
		if !has(out, name) {
			out[name] = v
		}
	}
	return out
}

func (p *problem) renameColumns(version map[string]any) {
	if list, ok := version["additionalPrinterColumns"].([]any); ok && p.spend(len(list)) {
		version["additionalPrinterColumns"] = renamedColumns(list)
	}
}

// renamedColumns returns columns with jsonPath for the JSONPath of v1beta1.
func renamedColumns(list []any) []any {
	out := slices.Clone(list)
	for i, c := range out {
		column, _ := c.(map[string]any)
		if path, old := column["JSONPath"]; old && !has(column, "jsonPath") {
			column = maps.Clone(column)
			delete(column, "JSONPath")
			column["jsonPath"] = path
			out[i] = column
		}
	}
	return out
}

// newConversion returns the changes that put the fields of a webhook below webhook.
func (p *problem) newConversion(spec map[string]any) (changes []change) {
	conversion := objectIn(spec, "conversion")
	for _, names := range [][2]string{{"conversionReviewVersions", "conversionReviewVersions"}, {"webhookClientConfig", "clientConfig"}} {
		from, to := names[0], names[1]
		if has(conversion, from) && !has(objectIn(conversion, "webhook"), to) {
			changes = append(changes, drop(specPath("conversion", from)), set(specPath("conversion", "webhook", to), conversion[from]))
		}
	}
	return changes
}

// oldForm moves the fields of spec that only v1beta1 has.
func (p *problem) oldForm(name string) (draft, bool) {
	if len(p.path) < 2 || p.path[0] != structural.Field("spec") {
		return draft{}, false
	}
	inConversion := len(p.path) == 3 && p.path[1] == structural.Field("conversion") && (name == "webhookClientConfig" || name == "conversionReviewVersions")
	if inConversion {
		changes := p.newConversion(objectAt(p.crd, specPath()))
		return draft{"Put the fields of the webhook below conversion.webhook, as clientConfig and conversionReviewVersions.", changes}, changes != nil
	}
	if len(p.path) != 2 || oldFields[name] == "" && name != "version" {
		return draft{}, false
	}
	changes := p.inVersions()
	return draft{"Put what each version has into the items of spec.versions: the name, schema, subresources, additionalPrinterColumns and selectableFields.", changes}, changes != nil
}
