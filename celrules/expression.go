package celrules

import (
	"sync"

	"github.com/google/cel-go/cel"

	"github.com/seed95800270/crdschema/internal/cellib"
)

// text is what one expression means in a dialect. It is parsed once, and checked
// once for all values that it cannot tell apart.
//
// Checking writes to the parsed tree: it replaces names by qualified ones, the
// same ones whatever the type of self, so that checking it again finds the same
// and the trees of all results are one.
type text struct {
	dialect *dialect
	source  string
	ast     *cel.Ast
	issues  string // why it cannot be parsed
	checked map[scopeKey][]*expression
}

// expression is a text that was checked for values of some types.
type expression struct {
	text   *text
	asked  []question
	ast    *cel.Ast // nil if it is wrong
	issues string   // what is wrong
	old    bool     // whether it uses oldSelf

	once    sync.Once
	program *cellib.Program
	failed  error // why there is no program
}

// maxTexts bounds how many bytes of texts are kept: all rules of a few thousand
// definitions. What is made of them takes a hundred times as much.
const maxTexts = 1 << 20

// maxVariants bounds how many results of one text are compared and kept.
const maxVariants = 16

// text parses an expression.
func (d *dialect) text(source string) *text {
	t := d.texts[source]
	if t != nil {
		return t
	}
	t = &text{dialect: d, source: source}
	ast, issues := d.parse(source)
	if issues.Err() != nil {
		t.issues = issues.String()
		return t
	}
	t.ast = ast
	t.checked = map[scopeKey][]*expression{}
	d.keep(t)
	return t
}

// keep remembers a text. When there are too many, all are forgotten: those in
// use stay with the rules that use them.
func (d *dialect) keep(t *text) {
	if d.kept += len(t.source); d.kept > maxTexts {
		clear(d.texts)
		d.kept = len(t.source)
	}
	d.texts[t.source] = t
}

// check checks the expression for values of a shape.
func (t *text) check(self *shape, old oldSelf) *expression {
	if t.ast == nil {
		return &expression{text: t, issues: t.issues}
	}
	key := scopeKey{self.form, old}
	for _, e := range t.checked[key] {
		if answers(e.asked, self, t.dialect.keywords) {
			return e
		}
	}
	e := t.checkAnew(self, old)
	if known := t.checked[key]; len(known) < maxVariants {
		t.checked[key] = append(known, e)
	}
	return e
}

func (t *text) checkAnew(self *shape, old oldSelf) *expression {
	e := &expression{text: t}
	s, err := t.dialect.scope(self, old)
	if err != nil {
		e.issues = err.Error()
		return e
	}
	s.fields.begin(self)
	ast, issues := s.env.Check(t.ast)
	e.asked = s.fields.end()
	if issues.Err() != nil {
		e.issues = settled(issues.String(), t.source)
		return e
	}
	e.ast = ast
	for _, ref := range ast.NativeRep().ReferenceMap() {
		if ref.Name == oldSelfVariable {
			e.old = true
			break
		}
	}
	return e
}

// plan makes the program when it is first needed. The caller does not hold the
// lock.
func (e *expression) plan() (*cellib.Program, error) {
	e.once.Do(func() {
		d := e.text.dialect
		d.lock.Lock()
		defer d.lock.Unlock()
		e.program, e.failed = d.program(e.ast)
	})
	return e.program, e.failed
}

// estimate is what one evaluation costs at most for values of a shape. The
// caller does not hold the lock.
func (e *expression) estimate(self *shape) (uint64, error) {
	d := e.text.dialect
	d.lock.Lock()
	defer d.lock.Unlock()
	cost, err := d.env.EstimateCost(e.ast, cellib.CostEstimator(self.sizeAt))
	return cost.Max, err
}

// sizeAt is the greatest size of what is at a path that starts with a variable.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, sizeEstimator.
func (s *shape) sizeAt(path []string) (most uint64, known bool) {
	for _, name := range path[1:] {
		if s = s.step(name); s == nil {
			return 0, false
		}
	}
	return uint64(s.size), true
}
