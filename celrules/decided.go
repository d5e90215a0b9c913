package celrules

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/parser"

	"github.com/seed95800270/crdschema/internal/cellib"
)

// PartValue is the value of a part of an expression.
type PartValue struct {
	// Text is the part: `self.replicas`. For all(), it is the filter() of the elements that
	// break the condition.
	Text string `json:"text"`
	// Value is the value as JSON: times as text, bytes in base64, others as the text of CEL. It
	// is nil if Error is set.
	Value any `json:"value"`
	// Error is why the part has no value.
	Error string `json:"error,omitempty"`
}

// String returns the part with its value: `self.replicas = 20`. Long values are cut.
func (v PartValue) String() string {
	const shown = 200
	text := v.Error
	if text == "" {
		encoded, err := json.Marshal(v.Value)
		if text = string(encoded); err != nil {
			text = err.Error()
		}
	}
	if len(text) > shown {
		text = strings.ToValidUTF8(text[:shown], "") + "…"
	}
	return v.Text + " = " + text
}

// Values returns the values that decided that the rule is false, in the order of the text: the
// operands of comparisons and functions in the parts of && and || that decided. It returns nil
// for a rule that passed, was skipped, or does not compile. Call it only while the observer
// runs. It evaluates the parts again, up to a limit, which counts in the budget of the call,
// not in the cost of the rule.
func (e Evaluation) Values() []PartValue {
	if e.decided == nil || e.Passed || e.Skipped {
		return nil
	}
	return e.decided()
}

// maxDecided bounds how many parts are evaluated again for a rule.
const maxDecided = 32

// decision evaluates the parts of a rule that is false.
type decision struct {
	*evaluation
	vars   *variables
	rule   *runnableRule
	info   *ast.SourceInfo
	old    oldSelfType
	tried  int
	known  map[string]bool
	values []PartValue
}

func (e *evaluation) decided(vars *variables, r *runnableRule) []PartValue {
	if r.condition == nil {
		return nil
	}
	d := decision{evaluation: e, vars: vars, rule: r, known: map[string]bool{}}
	if r.optionalOldSelf() {
		d.old = optionalOldSelf
	}
	source := r.condition.source
	if !cellib.SpendParse(e.work, source.text) {
		return nil
	}
	source.set.lock.Lock()
	info, err := source.set.written(source.text)
	source.set.lock.Unlock()
	if err != nil {
		return nil
	}
	d.info = info
	d.part(r.condition.ast.NativeRep().Expr())
	return d.values
}

// part adds the values that decided the value of a condition.
func (d *decision) part(x ast.Expr) {
	if d.tried > maxDecided {
		return
	}
	if macro, made := d.info.GetMacroCall(x.ID()); made {
		d.macro(x, macro)
		return
	}
	if x.Kind() != ast.CallKind {
		d.add(x)
		return
	}
	f := x.AsCall()
	switch f.FunctionName() {
	case operators.LogicalAnd:
		d.junction(f.Args(), types.False)
	case operators.LogicalOr:
		d.junction(f.Args(), types.True)
	case operators.LogicalNot:
		d.part(f.Args()[0])
	case operators.Conditional:
		d.conditional(f.Args())
	default:
		if f.IsMemberFunction() {
			d.add(f.Target())
		}
		for _, arg := range f.Args() {
			d.add(arg)
		}
	}
}

// junction adds the parts of && or ||: the first that alone decides, or all.
func (d *decision) junction(parts []ast.Expr, decides ref.Val) {
	for _, p := range parts {
		if v, err := d.eval(d.text(p)); err == nil && v == decides {
			d.part(p)
			return
		}
	}
	for _, p := range parts {
		d.part(p)
	}
}

func (d *decision) conditional(args []ast.Expr) {
	d.part(args[0])
	if v, err := d.eval(d.text(args[0])); err == nil && v == types.True {
		d.part(args[1])
	} else if err == nil {
		d.part(args[2])
	}
}

// macro adds the elements that break an all(), the list or map of another loop, or the macro
// itself.
func (d *decision) macro(x, macro ast.Expr) {
	f := macro.AsCall()
	if !f.IsMemberFunction() {
		d.add(x)
		return
	}
	if f.FunctionName() == operators.All && len(f.Args()) == 2 {
		d.addText(fmt.Sprintf("%s.filter(%s, !(%s))", d.text(f.Target()), d.text(f.Args()[0]), d.text(f.Args()[1])))
		return
	}
	d.add(f.Target())
}

func (d *decision) text(x ast.Expr) string {
	text, err := parser.Unparse(x, d.info)
	if err != nil {
		return ""
	}
	return text
}

// add adds a part or, if it fails, the operands with which it does, too.
func (d *decision) add(x ast.Expr) {
	if !readsVariable(x) || d.addText(d.text(x)) == nil {
		return
	}
	if _, isMacro := d.info.GetMacroCall(x.ID()); x.Kind() == ast.CallKind && !isMacro {
		d.part(x)
	}
}

func readsVariable(x ast.Expr) (reads bool) {
	ast.PostOrderVisit(x, ast.NewExprVisitor(func(x ast.Expr) { reads = reads || x.Kind() == ast.IdentKind }))
	return reads
}

func (d *decision) addText(text string) error {
	if d.known[text] || text == "" {
		return nil
	}
	d.known[text] = true
	v, err := d.eval(text)
	out := PartValue{Text: text}
	if err == nil {
		out.Value = d.asJSON(v)
	} else {
		out.Error = err.Error()
	}
	if !d.work.Failed() && d.tried <= maxDecided {
		d.values = append(d.values, out)
	}
	return err
}

// asJSON returns a value as JSON, or nil if the call has to end: values panic then.
func (d *decision) asJSON(v ref.Val) (out any) {
	defer func() {
		if r := recover(); r != nil && !d.work.Failed() {
			panic(r)
		}
	}()
	return asJSON(v)
}

// eval evaluates a part as an expression of its own.
func (d *decision) eval(text string) (ref.Val, error) {
	if d.tried++; d.tried > maxDecided {
		return nil, cellib.ErrCostLimit
	}
	program, err := d.program(text)
	if err != nil {
		return nil, err
	}
	d.evaluator.Self, d.evaluator.OldSelf = d.vars.self, d.oldOf(d.vars, d.old == optionalOldSelf)
	v, _, err := d.evaluator.Run(program)
	return v, err
}

func (d *decision) program(text string) (*cellib.Program, error) {
	set := d.rule.condition.source.set
	set.lock.Lock()
	checked := set.source(d.work, text).check(d.work, d.vars.node.declType, d.old)
	set.lock.Unlock()
	switch {
	case checked == nil:
		return nil, cellib.ErrCostLimit
	case checked.ast == nil:
		return nil, fmt.Errorf("%s", checked.issues)
	}
	return checked.plan()
}

// asJSON returns a value of CEL as JSON.
func asJSON(v ref.Val) any {
	switch v := v.(type) {
	case types.Null:
		return nil
	case types.Bool, types.Int, types.Uint, types.Double, types.String, types.Bytes:
		return v.Value()
	case *types.Optional:
		if !v.HasValue() {
			return nil
		}
		return asJSON(v.GetValue())
	case traits.Lister:
		out := []any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			out = append(out, asJSON(it.Next()))
		}
		return out
	}
	if fields, ok := v.Value().(map[string]any); ok {
		return fields
	}
	if m, ok := v.(traits.Mapper); ok {
		return mapAsJSON(m)
	}
	if text, ok := v.ConvertToType(types.StringType).(types.String); ok {
		return string(text)
	}
	return v.Type().TypeName()
}

func mapAsJSON(m traits.Mapper) any {
	out := map[string]any{}
	for it := m.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		out[fmt.Sprint(key.Value())] = asJSON(m.Get(key))
	}
	return out
}
