package metaedit

import "cmp"

// SystemFields are the values that the server sets in a new object. Empty ones are
// not set.
type SystemFields struct {
	CreationTimestamp, UID string
	// NameSuffix is appended to a generateName. The server's is random.
	NameSuffix string
}

// anySuffix is appended to a generateName if no suffix is given. Whether an object
// is valid rarely depends on the suffix.
const anySuffix = "xxxxx"

// PrepareCreate sets the fields of meta, the metadata of a new object, that only the
// server sets, and removes their values in the request. It sets the generation to 1.
// It generates a name if there is only a generateName, and reports whether it did.
//
// Rules: k8s.io/apiserver/pkg/registry/rest, WipeObjectMetaSystemFields,
// FillObjectMetaSystemFields and BeforeCreate.
func PrepareCreate(meta *Editor, system SystemFields) (named bool) {
	for _, field := range []string{"deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"} {
		meta.Set(field, nil)
	}
	meta.Set("creationTimestamp", system.CreationTimestamp)
	meta.Set("uid", system.UID)
	if prefix := meta.Text("generateName"); prefix != "" && meta.Text("name") == "" {
		meta.Set("name", GeneratedName(prefix, cmp.Or(system.NameSuffix, anySuffix)))
		named = true
	}
	meta.Set("generation", int64(1))
	return named
}

// GeneratedName returns the name that the server generates from a generateName: its
// first 58 bytes, followed by a suffix. The server's suffix is five characters of
// "bcdfghjklmnpqrstvwxz2456789".
//
// Rule: k8s.io/apiserver/pkg/storage/names, SimpleNameGenerator.
func GeneratedName(generateName, suffix string) string {
	const maxPrefix = 63 - 5
	return generateName[:min(len(generateName), maxPrefix)] + suffix
}

// PrepareUpdate sets the fields of meta, which replaces old, that an update cannot
// change. It increments the generation if the object has changed.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, BeforeUpdate, with the strategies'
// PrepareForUpdate for the generation.
func PrepareUpdate(meta, old *Editor, changed bool) {
	PrepareGeneration(meta, old, changed)
	for _, field := range []string{"creationTimestamp", "deletionTimestamp"} {
		if t := old.Get(field); t != nil {
			meta.Set(field, t)
		}
	}
	for _, field := range []string{"uid", "deletionGracePeriodSeconds"} {
		if meta.Get(field) == nil {
			meta.Set(field, old.Get(field))
		}
	}
}

// PrepareGeneration sets the generation of meta to that of old, incremented if the object
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

// PrepareNamespace sets the namespace of meta to that of the request's URL if it is
// empty, or removes it from a cluster-scoped object. It reports whether the namespace
// of meta is that of the request. An empty namespace of the request matches any.
//
// Rule: k8s.io/apiserver/pkg/registry/rest,
// EnsureObjectNamespaceMatchesRequestNamespace.
func PrepareNamespace(meta *Editor, scope Scope, requested string) bool {
	switch namespace := meta.Text("namespace"); {
	case scope == ClusterScoped:
		meta.Set("namespace", nil)
	case requested == "":
	case namespace == "":
		meta.Set("namespace", requested)
	default:
		return namespace == requested
	}
	return true
}
