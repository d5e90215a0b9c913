package crdschema

import (
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/structural"
)

// Hint is advice about one reason why a server refuses a definition. It is ours:
// a server says nothing of the kind, and its own words stay as they are.
type Hint struct {
	// Text says what to change, in a sentence or two.
	Text string
	// Edits make the change, in this order; nil if it is not mechanical. They do
	// what makes the error go away and lose as little as they can: whether that
	// is what the author meant, only the author knows.
	Edits []Edit
}

// Edit is a change of one place in a manifest.
type Edit struct {
	// Path is the place, in the manifest.
	Path structural.Path
	// Value is what stands there afterwards, a JSON value that may be shared with
	// the manifest.
	Value any
	// Remove says that nothing stands there afterwards.
	Remove bool
}

// HintFor is the hint for an error of a CustomResourceDefinition, as
// [DefinitionResult] has it; ok is false if there is none. Every error of a
// schema that is not structural has one, and so have the usual errors of
// everything else.
//
// A hint is for one error: apply those of several one by one, and validate again
// in between. The manifest is not written to.
func HintFor(manifest map[string]any, err *structural.Error) (h Hint, ok bool) {
	h = HintsFor(manifest, structural.Errors{err})[0]
	return h, h.Text != ""
}

// HintsFor is [HintFor] for several errors of one manifest, which is looked at
// once: the hints of errs in their order, as many as there are errors, with an
// empty Text where there is none.
func HintsFor(manifest map[string]any, errs structural.Errors) []Hint {
	out := make([]Hint, len(errs))
	obj, wrong := normalObject(manifest, "manifest")
	if wrong != nil {
		return out
	}
	for i, err := range errs {
		if err == nil {
			continue
		}
		found, _ := hints.For(obj, err)
		out[i].Text = found.Text
		for _, e := range found.Edits {
			out[i].Edits = append(out[i].Edits, Edit(e))
		}
	}
	return out
}

// Apply returns the manifest with the edits of the hint made. Objects that are
// missing on the way to a place are created; an edit of a place that cannot be
// there is passed over. The manifest is not written to, and the result shares
// with it what no edit touches.
func (h Hint) Apply(manifest map[string]any) map[string]any {
	edits := make([]hints.Edit, len(h.Edits))
	for i, e := range h.Edits {
		edits[i] = hints.Edit(e)
	}
	return hints.Apply(manifest, edits)
}
