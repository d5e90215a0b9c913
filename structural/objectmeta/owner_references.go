package objectmeta

import (
	"context"
	"maps"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// owner is an owner reference. As the value of an error it prints like the server's
// type.
type owner struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	UID        string `json:"uid"`
	// Controller and BlockOwnerDeletion are bools, or nil if they are absent.
	Controller         any `json:"controller,omitempty"`
	BlockOwnerDeletion any `json:"blockOwnerDeletion,omitempty"`
}

// ownerOf returns the owner reference v, and reports whether it is an object.
func ownerOf(v any) (o owner, ok bool) {
	m, ok := v.(map[string]any)
	o.APIVersion, _ = m["apiVersion"].(string)
	o.Kind, _ = m["kind"].(string)
	o.Name, _ = m["name"].(string)
	o.UID, _ = m["uid"].(string)
	if controller, given := m["controller"].(bool); given {
		o.Controller = controller
	}
	if block, given := m["blockOwnerDeletion"].(bool); given {
		o.BlockOwnerDeletion = block
	}
	return o, ok
}

func (o *owner) steps() int {
	return 4 + (len(o.APIVersion)+len(o.Kind)+len(o.Name)+len(o.UID))/textPerStep
}

// ownerReferences checks each reference, and that at most one is a controller.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateOwnerReferences.
func (c *metadataChecker) ownerReferences(v any) {
	refs, controllers := c.list(v), 0
	for i, e := range refs {
		o, ok := ownerOf(e)
		if !c.w.Step(o.steps()) {
			return
		}
		c.malformed = c.malformed || !ok
		c.ownerReference(o, i)
		if o.Controller == true {
			controllers++
		}
	}
	if controllers > 1 {
		c.controllers(refs)
	}
}

func (c *metadataChecker) ownerReference(o owner, i int) {
	gv, err := gotype.ParseGroupVersion(o.APIVersion)
	if o.APIVersion != "" && (err != nil || gv.Version == "") {
		c.invalid(codes.OwnerReferenceAPIVersion, o.APIVersion, codes.OwnerReferenceAPIVersionDetail,
			structural.Field("ownerReferences"), structural.Index(i), structural.Field("apiVersion"))
	}
	c.required(o.APIVersion, "apiVersion", i)
	c.required(o.Kind, "kind", i)
	c.required(o.Name, "name", i)
	c.required(o.UID, "uid", i)
	if gv == (gotype.GroupVersion{Version: "v1"}) && o.Kind == "Event" {
		c.invalid(codes.OwnerReferenceEvent, o, codes.OwnerReferenceEventDetail,
			structural.Field("ownerReferences"), structural.Index(i))
	}
}

func (c *metadataChecker) required(s, name string, i int) {
	if s == "" && !c.omits() {
		c.report(field.Required, codes.OwnerReferenceRequired, field.Omitted, codes.OwnerReferenceRequiredDetail,
			structural.Field("ownerReferences"), structural.Index(i), structural.Field(name))
	}
}

// controllers adds an error for every controller but the first.
func (c *metadataChecker) controllers(refs []any) {
	all, size := c.printedOwners(refs)
	var first owner
	count := 0
	for i, v := range all {
		switch o, _ := v.(owner); {
		case !c.w.Step(1):
			return
		case o.Controller != true:
		case first.Controller == nil:
			first = o
		case !valuetext.ExceedsShown(count, size):
			count++
			c.invalidPart(codes.OwnerReferenceControllers, "ownerReferences", structural.Index(i), all,
				codes.OwnerReferenceControllersDetail(first.Kind, first.Name, o.Kind, o.Name))
		}
	}
}

// printedOwners returns owner references as the value of an error, and the
// approximate size of its text in bytes.
func (c *metadataChecker) printedOwners(refs []any) (all []any, size int) {
	all = make([]any, len(refs))
	for i, e := range refs {
		if !c.w.Step(4) {
			return
		}
		o, _ := ownerOf(e)
		all[i] = o
		size += len(`{"apiVersion":"","kind":"","name":"","uid":""},`) + len(o.APIVersion) + len(o.Kind) + len(o.Name) + len(o.UID)
	}
	return all, size
}

// DedupOwnerReferences drops every owner reference at the root of obj that equals one
// before it, and returns the server's warning about them, or "". References that only
// share their uid stay. The server does this in create and update requests before it
// merges managed fields. The result is obj itself if nothing is repeated, else a copy that
// shares everything except the list of references.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, dedupOwnerReferencesAndAddWarning.
func DedupOwnerReferences(ctx context.Context, obj map[string]any) (out map[string]any, warning string, err error) {
	return dedupOwnerReferences(ctx, obj, "contains duplicate entries")
}

// DedupPatchedOwnerReferences drops repeated owner references as [DedupOwnerReferences]
// does, of an object to which a patch was applied. The server does this after mutating
// admission, and its warning says so, whether there are webhooks or not.
func DedupPatchedOwnerReferences(ctx context.Context, obj map[string]any) (out map[string]any, warning string, err error) {
	return dedupOwnerReferences(ctx, obj, "contains duplicate entries after mutating admission happens")
}

func dedupOwnerReferences(ctx context.Context, obj map[string]any, what string) (out map[string]any, warning string, err error) {
	w := work.Start(ctx, "comparing owner references")
	meta := metaedit.Metadata(obj)
	refs, _ := meta["ownerReferences"].([]any)
	kept, dropped := distinctOwners(w, refs)
	if err := w.Err(); err != nil {
		return nil, "", err
	}
	if len(dropped) == 0 {
		return obj, "", nil
	}
	meta, out = maps.Clone(meta), maps.Clone(obj)
	meta["ownerReferences"], out["metadata"] = kept, meta
	return out, ".metadata.ownerReferences " + what + "; API server dedups owner references in 1.20+, " +
		"and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: " + strings.Join(dropped, ", "), nil
}

// distinctOwners returns refs without duplicates, and the uids of the duplicates that
// it drops. It returns a list with elements that are not objects unchanged.
func distinctOwners(w *work.Tracker, refs []any) (kept []any, dropped []string) {
	before := ownerSet{refs: refs}
	for i, e := range refs {
		o, ok := ownerOf(e)
		switch {
		case !ok || !w.Step(o.steps()):
			return refs, nil
		case !before.add(o, i):
			if dropped == nil {
				kept = append(make([]any, 0, len(refs)), refs[:i]...)
			}
			dropped = append(dropped, o.UID)
		case dropped != nil:
			kept = append(kept, e)
		}
	}
	return kept, dropped
}

// ownerSet is the set of references seen so far. It allocates memory only for long
// lists.
type ownerSet struct {
	refs []any
	seen map[owner]struct{}
}

func (s *ownerSet) add(o owner, i int) bool {
	if len(s.refs) <= 16 {
		return !s.has(o, i)
	}
	if s.seen == nil {
		s.seen = map[owner]struct{}{} // most of very many are often equal
	}
	known := len(s.seen)
	s.seen[o] = struct{}{}
	return len(s.seen) > known
}

func (s *ownerSet) has(o owner, i int) bool {
	for _, e := range s.refs[:i] {
		if other, _ := ownerOf(e); other == o {
			return true
		}
	}
	return false
}
