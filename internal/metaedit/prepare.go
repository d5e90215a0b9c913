package metaedit

import (
	"cmp"

	"github.com/seed95800270/crdschema/structural"
)

// SystemFields are the values that the server sets in a new object, unless they are empty.
type SystemFields struct {
	CreationTimestamp, UID string
	// NameSuffix is appended to a generateName. The server's is random.
	NameSuffix string
}

const anySuffix = "xxxxx"

// PrepareCreate sets or removes the fields of meta, the metadata of a new custom resource or
// CRD, that only the server sets. The generation is 1. It generates a name from a generateName
// if necessary, and reports whether it did.
//
// Rule: [BeforeCreate], with the strategies' PrepareForCreate for the generation.
func PrepareCreate(meta *Editor, system SystemFields) (named bool) {
	system.NameSuffix = cmp.Or(system.NameSuffix, anySuffix)
	named = BeforeCreate(meta, system)
	meta.Set("generation", int64(1))
	return named
}

// BeforeCreate sets these fields for objects of every kind, except the
// generation. Without a suffix it does not generate a name.
//
// Rules: k8s.io/apiserver/pkg/registry/rest, FillObjectMetaSystemFields;
// k8s.io/apiserver/pkg/registry/generic/registry, Store.create, for the name.
func BeforeCreate(meta *Editor, system SystemFields) (named bool) {
	setSystemFields(meta, system)
	prefix := meta.Text("generateName")
	if prefix == "" || meta.Text("name") != "" || system.NameSuffix == "" {
		return false
	}
	meta.Set("name", GeneratedName(prefix, system.NameSuffix))
	return true
}

// RemoveSystemFields removes the fields of a new object that only the server sets.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, WipeObjectMetaSystemFields.
func RemoveSystemFields(meta *Editor) { setSystemFields(meta, SystemFields{}) }

// setSystemFields sets each field once, so that metadata that have these values already
// are not copied.
func setSystemFields(meta *Editor, system SystemFields) {
	for _, field := range []string{"deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"} {
		meta.Set(field, nil)
	}
	meta.Set("creationTimestamp", system.CreationTimestamp)
	meta.Set("uid", system.UID)
}

// GeneratedName returns the first 58 bytes of a generateName, followed by a suffix. The
// server's suffix is five characters of "bcdfghjklmnpqrstvwxz2456789".
//
// Rule: k8s.io/apiserver/pkg/storage/names, SimpleNameGenerator.
func GeneratedName(generateName, suffix string) string {
	const maxPrefix = 63 - 5
	return generateName[:min(len(generateName), maxPrefix)] + suffix
}

// PrepareUpdate sets the fields of meta that an update of old cannot change. It increments the
// generation if the object has changed, always false for kinds without a generation.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, BeforeUpdate, with the strategies'
// PrepareForUpdate for the generation.
func PrepareUpdate(meta, old *Editor, changed bool) {
	PrepareGeneration(meta, old, changed)
	keepTime(meta, old, "creationTimestamp")
	keepTime(meta, old, "deletionTimestamp")
	if meta.Text("uid") == "" {
		meta.Set("uid", old.Get("uid"))
	}
	if meta.Get("deletionGracePeriodSeconds") == nil {
		meta.Set("deletionGracePeriodSeconds", old.Get("deletionGracePeriodSeconds"))
	}
}

func keepTime(meta, old *Editor, field string) {
	t := old.Get(field)
	if t != nil && !structural.Equal(t, meta.Get(field)) && !Time(t).IsZero() {
		meta.Set(field, t)
	}
}

// PrepareGeneration sets the generation of meta to the old one, or the next one if the object
// has changed.
func PrepareGeneration(meta, old *Editor, changed bool) {
	generation, _ := old.Get("generation").(int64)
	if changed {
		generation++
	}
	if generation == 0 {
		meta.Set("generation", nil)
	} else {
		meta.Set("generation", generation)
	}
}

// DropNamespace removes the namespace of a cluster-scoped object, except an empty one, as an
// applied configuration may leave it.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, EnsureObjectNamespaceMatchesRequestNamespace.
func DropNamespace(meta *Editor) {
	if meta.Text("namespace") != "" {
		meta.Set("namespace", nil)
	}
}

// PrepareNamespace sets an empty namespace of a namespaced object to the one in the URL of the
// request. It reports whether both namespaces match. An empty namespace in the URL matches any.
//
// Rule: as for [DropNamespace].
func PrepareNamespace(meta *Editor, requested string) bool {
	switch namespace := meta.Text("namespace"); {
	case requested == "":
	case namespace == "":
		meta.Set("namespace", requested)
	default:
		return namespace == requested
	}
	return true
}
