package celeval

import (
	"context"
	"regexp"
	"slices"
	"sync"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/apiserver/pkg/warning"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// rules are the compiled rules of one schema on both sides.
type rules struct {
	text       map[string]any
	ours       *celrules.Rules
	theirs     *cel.Validator
	structural *schema.Structural
}

// compiler is shared by all schemas, as in real use.
var compiler = celrules.NewCompiler()

// compile reports whether the reference can decode a schema.
func compile(text map[string]any) (*rules, bool) {
	theirs, err := upstream.NewStructural(text)
	if err != nil {
		return nil, false
	}
	s, _ := cases.FromMap(text, structural.WithoutDocumentation())
	return &rules{
		text: text, ours: compiler.Compile(s, structural.Resource), structural: theirs.S,
		theirs: cel.NewValidator(theirs.S, true, celconfig.PerCallLimit),
	}, true
}

// answer is the result for an object. Cost is 0 if Stopped is true: the reference
// does not return it then.
type answer struct {
	Errors, Tolerated []string
	Cost              int64
	Stopped           bool
}

// typeNumber matches the name of a type, which is different every time.
var typeNumber = regexp.MustCompile(`selfType[0-9]+`)

func (a answer) sorted() answer {
	for _, list := range [][]string{a.Errors, a.Tolerated} {
		for i, text := range list {
			list[i] = typeNumber.ReplaceAllString(text, "selfType#")
		}
	}
	slices.Sort(a.Errors)
	slices.Sort(a.Tolerated)
	return a
}

type recorder struct {
	mu    sync.Mutex
	texts []string
}

func (r *recorder) AddWarning(_, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.texts = append(r.texts, text)
}

// evalCase is the input of both sides.
type evalCase struct {
	*rules
	object, old any
	tolerance   celrules.Tolerance
	budget      int64 // 0 is the budget of an object
}

// reference returns the reference's answer.
//
// Reference: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel,
// Validator.Validate, called as the strategy of custom resources does.
func (j evalCase) reference() answer {
	var warnings recorder
	ctx := warning.WithWarningRecorder(context.Background(), &warnings)
	budget := j.budget
	if budget == 0 {
		budget = celconfig.RuntimeCELCostBudget
	}
	var opts []cel.Option
	if j.old != nil && j.tolerance == celrules.Ratchet {
		correlation := common.NewCorrelatedObject(j.object, j.old, &model.Structural{Structural: j.structural})
		opts = append(opts, cel.WithRatcheting(correlation))
	}
	errs, left := j.rules.theirs.Validate(ctx, nil, j.structural, j.object, j.old, budget, opts...)
	out := answer{Errors: upstream.Texts(errs), Tolerated: append([]string{}, warnings.texts...), Stopped: left < 0}
	if !out.Stopped {
		out.Cost = budget - left
	}
	return out.sorted()
}

// own returns our answer and all our errors.
func (j evalCase) own() (answer, structural.Errors, error) {
	in := celrules.Input{Object: j.object, Old: j.old, Tolerance: j.tolerance, Budget: j.budget}
	result, err := j.ours.Validate(context.Background(), in)
	out := answer{Errors: append([]string{}, result.Errors.Texts()...), Tolerated: append([]string{}, result.Ratcheted.Texts()...), Stopped: result.Exhausted}
	if !out.Stopped {
		out.Cost = result.Cost
	}
	return out.sorted(), append(result.Errors, result.Ratcheted...), err
}
