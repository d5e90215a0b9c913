package embedders

import (
	"fmt"
	"regexp"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	ourfield "github.com/seed95800270/crdschema/structural/field"
)

// The steps of the projects.
const (
	decoding  = "decoding"
	unknown   = "unknown fields"
	metadata  = "metadata"
	values    = "values"
	embedded  = "embedded metadata"
	listTypes = "list types"
	rules     = "rules"
	scale     = "scale"
	// validated is the name of all steps from metadata to rules, if one call makes them.
	validated = "validation"
)

// trace is what a sequence of calls returned.
type trace struct {
	// object is the object with which the project goes on, or nil if it keeps the one
	// that it got.
	object map[string]any
	steps  []step
	cost   int64
	// found has our errors by step, for the comparison with a server.
	found []finding
}

// step is the result of one call.
type step struct {
	name  string
	texts []string
}

// finding is one of our errors with the step that reports it.
type finding struct {
	step string
	err  *structural.Error
}

// add records the texts of a step and reports whether there are any.
func (t *trace) add(name string, texts []string) bool {
	t.steps = append(t.steps, step{name, texts})
	return len(texts) > 0
}

// theirs records the errors of a step of the reference and reports whether there are
// any.
func (t *trace) theirs(name string, errs field.ErrorList) bool {
	return t.add(name, upstream.Texts(errs))
}

// ours records our errors of a step and reports whether there are any.
func (t *trace) ours(name string, errs structural.Errors) bool {
	for _, err := range errs {
		t.found = append(t.found, finding{name, err})
	}
	return t.add(name, errs.Texts())
}

// dropped records the paths of unknown fields.
func (t *trace) dropped(paths []structural.Path) bool {
	errs := make(structural.Errors, len(paths))
	for i, p := range paths {
		errs[i] = &structural.Error{Path: p, Kind: ourfield.UnknownField}
	}
	return t.unknown(errs)
}

// unknown records unknown fields. The reference reports only their locations.
func (t *trace) unknown(errs structural.Errors) bool {
	texts := make([]string, len(errs))
	for i, err := range errs {
		texts[i] = err.Location()
		t.found = append(t.found, finding{unknown, err})
	}
	return t.add(unknown, texts)
}

// accepts reports whether no step has an error.
func (t *trace) accepts() bool {
	return !slices.ContainsFunc(t.steps, func(s step) bool { return len(s.texts) > 0 })
}

// ran reports whether a step ran.
func (t *trace) ran(name string) bool {
	whole := name != unknown && name != decoding
	return slices.ContainsFunc(t.steps, func(s step) bool { return s.name == name || whole && s.name == validated })
}

// typeNumber matches the name of a type. The name is different every time.
var typeNumber = regexp.MustCompile(`selfType[0-9]+`)

// answer returns the trace as a value to compare: the steps in order, the errors of
// each sorted, because the reference finds them in any order.
func (t *trace) answer() any {
	steps := []any{}
	for _, s := range t.steps {
		texts := make([]string, len(s.texts))
		for i, text := range s.texts {
			texts[i] = typeNumber.ReplaceAllString(text, "selfType#")
		}
		slices.Sort(texts)
		steps = append(steps, fmt.Sprintf("%s: %d", s.name, len(texts)))
		for _, text := range texts {
			steps = append(steps, text)
		}
	}
	return map[string]any{"object": t.object, "steps": steps, "cost": t.cost}
}
