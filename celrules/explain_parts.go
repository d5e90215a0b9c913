package celrules

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/parser"

	"github.com/seed95800270/crdschema/internal/celcost"
	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/work"
)

// partBuilder makes the tree of the parts that an author wrote. What macros add to them is a
// part of the macro's own cost.
type partBuilder struct {
	info    *ast.SourceInfo
	written map[int64]bool // parts of the arguments of macros
	work    *work.Tracker
}

// parts explains the cost of one evaluation. The caller must not hold the lock.
func (e *expression) parts(w *work.Tracker, sizes celcost.Sizes) CostPart {
	lock := e.source.set.lock
	lock.Lock()
	defer lock.Unlock()
	checked := e.ast.NativeRep()
	b := partBuilder{info: checked.SourceInfo(), written: map[int64]bool{}, work: w}
	if !cellib.SpendParse(w, e.source.text) {
		return CostPart{}
	}
	if info, err := e.source.set.written(e.source.text); err == nil {
		b.info = info
	}
	for _, macro := range b.info.MacroCalls() {
		b.write(macro)
	}
	return b.part(celcost.Explain(checked, sizes), 1)
}

func (b *partBuilder) write(macro ast.Expr) {
	if macro.Kind() != ast.CallKind {
		return
	}
	f := macro.AsCall()
	note := ast.NewExprVisitor(func(x ast.Expr) { b.written[x.ID()] = true })
	if f.IsMemberFunction() {
		ast.PostOrderVisit(f.Target(), note)
	}
	for _, arg := range f.Args() {
		ast.PostOrderVisit(arg, note)
	}
}

func (b *partBuilder) part(p *celcost.Part, times uint64) CostPart {
	at := b.info.GetStartLocation(p.Expr.ID())
	out := CostPart{
		Text: b.text(p.Expr), Line: at.Line(), Column: at.Column() + 1,
		Cost: p.Cost, Times: times, Share: celcost.Mul(p.Cost, times),
	}
	if !isVariable(p.Expr) {
		b.inside(&out, p, times, false)
	}
	out.Own = out.Share
	for _, inside := range out.Parts {
		out.Own -= min(out.Own, inside.Share)
	}
	return out
}

// inside adds the parts of p to out. In what a macro made, only the written parts count.
func (b *partBuilder) inside(out *CostPart, p *celcost.Part, times uint64, made bool) {
	if _, isMacro := b.info.GetMacroCall(p.Expr.ID()); isMacro {
		made = true
	}
	for _, part := range p.Parts {
		n := celcost.Mul(times, part.Times)
		switch {
		case made && !b.written[part.Expr.ID()]:
			b.inside(out, part, n, true)
		case part.Expr.Kind() != ast.LiteralKind:
			out.Parts = append(out.Parts, b.part(part, n))
		}
	}
}

func (b *partBuilder) text(x ast.Expr) string {
	text, err := parser.Unparse(x, b.info)
	if err != nil || !b.work.Step(len(text)) {
		return ""
	}
	return text
}

// isVariable reports whether x is a variable, or a field of a field … of one.
func isVariable(x ast.Expr) bool {
	for x.Kind() == ast.SelectKind {
		x = x.AsSelect().Operand()
	}
	return x.Kind() == ast.IdentKind
}
