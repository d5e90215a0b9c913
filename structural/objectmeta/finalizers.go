package objectmeta

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// The finalizers of Kubernetes itself, without a domain.
const (
	orphan     = "orphan"
	foreground = "foregroundDeletion"
	kubernetes = "kubernetes"
)

// finalizers checks names, and that there are not both orphan and foregroundDeletion.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateFinalizers.
func (c *metadataChecker) finalizers(v any) {
	list := c.list(v)
	orphans, deletes := false, false
	for i, e := range list {
		name := c.element(e)
		if !c.w.Step(stepsOf(name)) {
			return
		}
		orphans = orphans || name == orphan
		deletes = deletes || name == foreground
		for _, wrong := range names.QualifiedName(name) {
			c.invalidPart(codes.FinalizerName, "finalizers", structural.Index(i), name, wrong)
		}
	}
	if orphans && deletes {
		c.invalid(codes.FinalizersConflict, v, codes.FinalizersConflictDetail, structural.Field("finalizers"))
	}
}

// noNewFinalizers checks that m, the metadata of an object that is being deleted, has
// only finalizers that old has.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateNoNewFinalizers.
func (c *metadataChecker) noNewFinalizers(m, old map[string]any) {
	added := addedFinalizers(c.w, finalizersOf(m), finalizersOf(old), anyFinalizer)
	if len(added) > 0 {
		c.report(field.Forbidden, codes.FinalizerAdded, field.Omitted, codes.FinalizerAddedDetail(added), structural.Field("finalizers"))
	}
}

// FinalizerWarnings returns the warnings about finalizers that obj has and old, nil for a
// new object, does not have: about invalid names, and about names without a path or
// domain, except the finalizers of Kubernetes itself. They are sorted by finalizer.
// Finalizers that are not all strings count as none.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// generateWarningsFromObj and validateKubeFinalizerName.
func FinalizerWarnings(ctx context.Context, obj, old map[string]any) ([]string, error) {
	w := work.Start(ctx, "checking finalizers")
	var warnings []string
	for _, name := range addedFinalizers(w, finalizersOf(metaedit.Metadata(obj)), finalizersOf(metaedit.Metadata(old)), needsWarning) {
		if !w.Step(stepsOf(name)) {
			break
		}
		for _, wrong := range names.QualifiedName(name) {
			warnings = append(warnings, finalizerWarning(name, wrong))
		}
		if advice := finalizerAdvice(name); advice != "" {
			warnings = append(warnings, finalizerWarning(name, advice))
		}
	}
	if err := w.Err(); err != nil {
		return nil, err
	}
	return warnings, nil
}

// textPerStep is the number of bytes of a text that are checked in about one step.
const textPerStep = 64

func stepsOf(text string) int { return 1 + len(text)/textPerStep }

func finalizerWarning(name, wrong string) string {
	return fmt.Sprintf("metadata.finalizers: %q: %s", name, wrong)
}

// needsWarning reports whether there is a warning about a finalizer.
func needsWarning(name string) bool {
	return finalizerAdvice(name) != "" || names.QualifiedName(name) != nil
}

func anyFinalizer(string) bool { return true }

// finalizerAdvice returns the warning about a name without a path, or "".
func finalizerAdvice(name string) string {
	switch {
	case strings.Contains(name, "/"), name == orphan, name == foreground, name == kubernetes:
		return ""
	case strings.Contains(name, "."):
		return "prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers"
	default:
		return "prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers"
	}
}

func finalizersOf(m map[string]any) []any {
	list, _ := m["finalizers"].([]any)
	for _, e := range list {
		if _, ok := e.(string); !ok {
			return nil
		}
	}
	return list
}

// addedFinalizers returns the names in list for which want reports true and that old
// does not have, sorted, each once. It does not allocate if there are not any and
// old is short.
func addedFinalizers(w *work.Tracker, list, old []any, want func(string) bool) []string {
	var added []string
	before := stringSet{list: old}
	for _, e := range list {
		name := e.(string)
		if !w.Step(stepsOf(name)) {
			return nil
		}
		if want(name) && !before.has(name) {
			added = append(added, name)
		}
	}
	return slices.Compact(work.Sorted(w, added))
}

// stringSet is a list of strings with an index.
type stringSet struct {
	list  []any
	index map[string]struct{} // of a long list, made on first use
}

func (s *stringSet) has(name string) bool {
	if len(s.list) <= 16 {
		return slices.ContainsFunc(s.list, func(e any) bool { return e == name })
	}
	if s.index == nil {
		s.index = make(map[string]struct{}, len(s.list))
		for _, e := range s.list {
			s.index[e.(string)] = struct{}{}
		}
	}
	_, found := s.index[name]
	return found
}
