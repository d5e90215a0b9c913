package validate

import (
	"reflect"
	"strings"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/objectmeta"
)

func sameMap(a, b map[string]any) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

// edit is a map that is being changed.
type edit struct{ fields cow.Map }

func edited(v any) edit {
	m, _ := v.(map[string]any)
	return edit{cow.OfMap(m)}
}

func (e *edit) get(name string) any {
	m, _ := e.fields.Result()
	return m[name]
}

// set puts a value; nil removes the field.
func (e *edit) set(name string, v any) {
	switch old := e.get(name); {
	case v == nil && old == nil:
	case v == nil:
		e.fields.Delete(name)
	case !same(v, old):
		e.fields.Set(name, v)
	}
}

func (e *edit) result() map[string]any {
	m, _ := e.fields.Result()
	return m
}

// stored is what a server keeps of a manifest with the metadata of f, a spec, and
// a status, which is written to.
func (f *form) stored(manifest, spec, status map[string]any) map[string]any {
	out := edited(manifest)
	for name := range manifest {
		switch name {
		case "apiVersion", "kind", "metadata", "spec", "status":
		default:
			out.set(name, nil)
		}
	}
	out.set("apiVersion", group+"v1")
	out.set("kind", "CustomResourceDefinition")
	out.set("metadata", f.meta)
	out.set("spec", spec)
	status["storedVersions"] = texts(f.status.storedVersions)
	out.set("status", status)
	return out.result()
}

func texts(list []string) any {
	if list == nil {
		return nil
	}
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// checkedSpec is the spec of a manifest as it is written after it was checked.
func (f *form) checkedSpec(manifest map[string]any) map[string]any {
	spec := edited(storedSpec(asV1(manifest)["spec"]))
	spec.set("versions", f.coerceDefaults(spec.get("versions")))
	return spec.result()
}

// storedSpec is a spec as it is written, defaulted.
func storedSpec(v any) map[string]any {
	spec := edited(specRecord.write(v))
	names := edited(spec.get("names"))
	kind, _ := names.get("kind").(string)
	if names.get("singular") == nil && kind != "" {
		names.set("singular", strings.ToLower(kind))
	}
	if names.get("listKind") == nil && kind != "" {
		names.set("listKind", kind+"List")
	}
	spec.set("names", names.result())
	if spec.get("conversion") == nil {
		spec.set("conversion", map[string]any{"strategy": None})
	}
	conversion := edited(spec.get("conversion"))
	if webhook := edited(conversion.get("webhook")); webhook.get("clientConfig") == nil && webhook.get("conversionReviewVersions") == nil {
		conversion.set("webhook", nil)
	}
	spec.set("conversion", conversion.result())
	return spec.result()
}

// newStatus is the status of a new definition.
func newStatus() map[string]any {
	return map[string]any{"conditions": nil, "acceptedNames": map[string]any{"kind": "", "plural": ""}}
}

// statusOf is the status of a manifest, to be written to.
func statusOf(manifest map[string]any) map[string]any {
	written, _ := statusRecord.write(manifest["status"]).(map[string]any)
	out := make(map[string]any, len(written)+1)
	for name, v := range written {
		out[name] = v
	}
	return out
}

// prepareNew gives f the metadata of a new definition. It returns a warning or
// nothing.
func (f *form) prepareNew() (warning string) {
	meta, warning := f.editMetadata()
	objectmeta.PrepareNamespace(&meta, objectmeta.ClusterScoped, "")
	objectmeta.PrepareCreate(&meta, objectmeta.SystemFields{})
	f.meta = meta.Fields()
	return warning
}

func (f *form) editMetadata() (objectmeta.Editor, string) {
	obj, warning := objectmeta.DedupOwnerReferences(map[string]any{"metadata": f.meta})
	return objectmeta.Edit(obj), warning
}

// prepareUpdate gives f the metadata of an update of old.
func (f *form) prepareUpdate(old *form) (warning string) {
	meta, warning := f.editMetadata()
	was := objectmeta.Edit(map[string]any{"metadata": old.meta})
	objectmeta.PrepareNamespace(&meta, objectmeta.ClusterScoped, "")
	objectmeta.PrepareUpdate(&meta, &was, !f.spec.same(&old.spec))
	if meta.Get("managedFields") == nil {
		meta.Set("managedFields", was.Get("managedFields"))
	}
	f.meta = meta.Fields()
	return warning
}
