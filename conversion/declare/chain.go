package declare

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/work"
)

// NewChain returns a converter made of declarations. If the opposite direction of a
// declaration is not given, its inverse is used: it is an error if the declaration does not
// have one. Between versions without a declaration, objects are converted through others, see
// [conversion.Chain]. A done context is an error too.
func NewChain(ctx context.Context, declarations ...Declaration) (*conversion.Chain, error) {
	ctx, _ = work.Share(ctx)
	given := map[[2]string]bool{}
	for _, d := range declarations {
		given[[2]string{d.From, d.To}] = true
	}
	var steps []conversion.Step
	for _, d := range declarations {
		directions := []Declaration{d}
		if !given[[2]string{d.To, d.From}] {
			inverse, err := d.Inverse(ctx)
			if err != nil {
				return nil, err
			}
			directions = append(directions, inverse)
		}
		for _, d := range directions {
			step, err := d.Step(ctx)
			if err != nil {
				return nil, err
			}
			steps = append(steps, step)
		}
	}
	return conversion.NewChain(steps...)
}

// Step returns the conversion for a [conversion.Chain] with other steps. The error names an
// invalid rule.
func (d Declaration) Step(ctx context.Context) (conversion.Step, error) {
	rules, err := d.compile(ctx)
	if err != nil {
		return conversion.Step{}, err
	}
	return conversion.Step{From: d.From, To: d.To, Convert: rules.convert}, nil
}

// Inverse returns the declaration of the opposite direction: the inverses of the rules in
// reverse order. The error names the first rule that loses data, or is an error of
// [Declaration.Step].
func (d Declaration) Inverse(ctx context.Context) (Declaration, error) {
	rules, err := d.compile(ctx)
	if err != nil {
		return Declaration{}, err
	}
	inverse := Declaration{From: d.To, To: d.From, Rules: make([]Rule, len(rules))}
	for i, r := range rules {
		undo, err := r.inverse()
		if err != nil {
			return Declaration{}, d.wrong(i, fmt.Errorf("has no inverse: %w", err))
		}
		inverse.Rules[len(rules)-1-i] = undo
	}
	return inverse, nil
}

func (d Declaration) wrong(rule int, err error) error {
	return fmt.Errorf("%s to %s: rule %d: %w", d.From, d.To, rule, err)
}

func (d Declaration) compile(ctx context.Context) (compiledRules, error) {
	w := work.Start(ctx, "compiling a declaration")
	out := make(compiledRules, len(d.Rules))
	for i, r := range d.Rules {
		if !w.Step(stepsOfRule) {
			return nil, w.Err()
		}
		compiled, err := r.compile()
		if err != nil {
			return nil, d.wrong(i, err)
		}
		out[i] = compiled
	}
	return out, nil
}

// stepsOfRule is about the work of compiling the smallest rule.
const stepsOfRule = 32

func (r Rule) compile() (compiledRule, error) {
	var given []compiledRule
	var errs []error
	add := func(c compiledRule, err error) {
		given, errs = append(given, c), append(errs, err)
	}
	if r.Move != nil {
		add(r.Move.compile())
	}
	if r.Rename != nil {
		add(r.Rename.compile())
	}
	if r.Split != nil {
		add(r.Split.compile())
	}
	if r.Join != nil {
		add(r.Join.compile())
	}
	if r.Constant != nil {
		add(r.Constant.compile())
	}
	if r.Drop != nil {
		add(r.Drop.compile())
	}
	if r.Values != nil {
		add(r.Values.compile())
	}
	if r.Remove != nil {
		add(r.Remove.compile())
	}
	if len(given) != 1 {
		return compiledRule{}, errors.New("must be exactly one of move, rename, split, join, constant, drop, values and remove")
	}
	return given[0], errs[0]
}
