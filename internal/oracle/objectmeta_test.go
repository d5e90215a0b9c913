package oracle

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// TestEmbeddedMetadata compares the errors of the metadata of embedded resources,
// with and without the root as a resource.
func TestEmbeddedMetadata(t *testing.T) {
	cases := parity.Join(objects(t), metadataObjects(parity.Full(10_000)), embeddedMetadata(parity.Full(30_000)))
	parity.Run(t, "embedded-metadata", cases, func(c *parity.Check, in subject) {
		ours, theirs := in.schema.ours, in.schema.theirs
		c.Texts("value", c.OurTexts(verdictOf(objectmeta.ValidateEmbedded(context.Background(), in.object, ours, structural.Value))), theirs.Metadata(in.object, upstream.Value))
		c.Texts("resource", c.OurTexts(verdictOf(objectmeta.ValidateEmbedded(context.Background(), in.object, ours, structural.Resource))), theirs.Metadata(in.object, upstream.Resource))
		for k, v := range in.object {
			both := compiled{ours: ours.Property(k)}
			if p, ok := theirs.S.Properties[k]; ok {
				both.theirs = upstream.Structural{S: &p}
			}
			c.Texts("field "+k, c.OurTexts(verdictOf(objectmeta.ValidateEmbedded(context.Background(), v, both.ours, structural.Value))), both.theirs.Metadata(v, upstream.Value))
		}
	})
}

// scopes are kinds of both scopes on both sides.
var scopes = []struct {
	name string
	ours objectmeta.Scope
	kind upstream.Kind
}{
	{"namespaced", objectmeta.Namespaced, upstream.NewKind("example.com", "v1", "Part", true)},
	{"cluster", objectmeta.ClusterScoped, upstream.NewKind("example.com", "v1", "Part", false)},
}

// TestObjectMeta compares the errors of the metadata of new objects.
func TestObjectMeta(t *testing.T) {
	parity.Run(t, "object-meta", parity.Join(rootMetadata(parity.Full(100_000)), corpusRoots(t)), func(c *parity.Check, in update) {
		for _, scope := range scopes {
			c.Texts(scope.name, c.OurTexts(create(named(in.Object), scope.ours)), scope.kind.Create(in.Object))
		}
	})
}

// named returns obj with the name that it gets before it is validated.
func named(obj map[string]any) map[string]any {
	meta, _ := obj["metadata"].(map[string]any)
	name, _ := meta["name"].(string)
	prefix, _ := meta["generateName"].(string)
	if name != "" || prefix == "" {
		return obj
	}
	obj, meta = maps.Clone(obj), maps.Clone(meta)
	obj["metadata"], meta["name"] = meta, objectmeta.GeneratedName(prefix, "xxxxx")
	return obj
}

// create runs our checks of a new object.
func create(obj map[string]any, scope objectmeta.Scope) structural.Errors {
	errs := objectmeta.ValidateType(obj, "example.com", "v1", "Part")
	if len(errs) == 0 {
		errs = verdictOf(objectmeta.ValidateCreate(context.Background(), obj, scope))
	}
	if len(errs) == 0 {
		errs = objectmeta.ValidateGenerateName(obj)
	}
	return errs
}

// TestObjectMetaUpdate compares the errors of the metadata of objects that
// replace others. The reference finds most errors two or three times and prints
// them once.
func TestObjectMetaUpdate(t *testing.T) {
	parity.Run(t, "object-meta-update", parity.Join(rootMetadata(parity.Full(100_000)), corpusRoots(t)), func(c *parity.Check, in update) {
		for _, scope := range scopes {
			theirs := scope.kind.Update(in.Object, in.Old)
			errs := verdictOf(objectmeta.ValidateUpdate(context.Background(), in.Object, in.Old, scope.ours))
			if wrongType := objectmeta.ValidateType(in.Object, "example.com", "v1", "Part"); len(wrongType) > 0 {
				errs = slices.DeleteFunc(append(errs, wrongType...), unreadable) // the strategy stops there
			}
			c.Texts(scope.name, once(c.OurTexts(errs)), once(theirs))
		}
	})
}

func unreadable(e *structural.Error) bool { return e.Location() == "metadata" }

// once returns a sorted copy of texts without duplicates.
func once(texts []string) []string {
	out := append([]string{}, texts...)
	slices.Sort(out)
	return slices.Compact(out)
}

// TestObjectMetaWarnings compares warnings about finalizers and repeated owner
// references.
func TestObjectMetaWarnings(t *testing.T) {
	parity.Run(t, "object-meta-warnings", rootMetadata(parity.Full(100_000)), func(c *parity.Check, in update) {
		kind := scopes[0].kind
		c.Equal("create", joined(verdictOf(objectmeta.FinalizerWarnings(context.Background(), in.Object, nil))), joined(kind.Warnings(in.Object, nil)))
		c.Equal("update", joined(verdictOf(objectmeta.FinalizerWarnings(context.Background(), in.Object, in.Old))), joined(kind.Warnings(in.Object, in.Old)))
		ours, warning, err := objectmeta.DedupOwnerReferences(context.Background(), in.Object)
		theirs, theirWarning := upstream.DedupOwnerReferences(in.Object)
		c.Equal("failure", err, nil)
		c.Equal("deduplicated", ours, theirs)
		c.Equal("warning", warning, theirWarning)
	})
}

func joined(list []string) string { return strings.Join(list, "\n") }

// corpusRoots returns the objects of the corpus, damaged in pairs, with the type
// of the kind in scopes.
func corpusRoots(t *testing.T) parity.Cases[update] {
	return parity.Times(corpusObjects(t), parity.Full(20), func(seed uint64, s subject) update {
		part := func(obj map[string]any) map[string]any {
			return coercedRoot(map[string]any{"apiVersion": "example.com/v1", "kind": "Part", "metadata": obj["metadata"]})
		}
		return update{part(damage(seed, s.object)), part(s.object)}
	})
}
