package celparse

import (
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/parser"
)

// newID returns a new ID and records its range in the text.
func (p *parsing) newID(start, length int) int64 {
	id := p.nextID
	p.nextID++
	p.setRange(id, start, length)
	return id
}

func (p *parsing) setRange(id int64, start, length int) {
	p.info.SetOffsetRange(id, ast.OffsetRange{Start: int32(start), Stop: int32(start + length)})
}

// call returns the call of a function, or what a macro makes of it. target is nil for a function without one.
func (p *parsing) call(id int64, function string, target ast.Expr, args ...ast.Expr) ast.Expr {
	if m := p.macro(function, len(args), target != nil); m != nil && !p.failed {
		switch e, err := m.Expander()(expansion{p, id}, target, args); {
		case err != nil:
			return p.fail()
		case e != nil:
			p.info.ClearOffsetRange(id) // it is not used again, because the macro has made others
			return e
		}
	}
	if target != nil {
		return p.factory.NewMemberCall(id, function, target, args...)
	}
	return p.factory.NewCall(id, function, args...)
}

// expansion makes the expressions of a macro, all at the position of its call.
type expansion struct {
	p  *parsing
	id int64
}

var _ parser.ExprHelper = expansion{}

func (x expansion) newID() int64 {
	at, _ := x.p.info.GetOffsetRange(x.id)
	return x.p.newID(int(at.Start), 0)
}

// Copy implements parser.ExprHelper. It leaves the text to cel-go: only optMap, optFlatMap and sortBy copy.
func (x expansion) Copy(ast.Expr) ast.Expr { return x.p.fail() }

// NewLiteral implements parser.ExprHelper.
func (x expansion) NewLiteral(v ref.Val) ast.Expr { return x.p.factory.NewLiteral(x.newID(), v) }

// NewList implements parser.ExprHelper.
func (x expansion) NewList(elems ...ast.Expr) ast.Expr {
	return x.p.factory.NewList(x.newID(), elems, []int32{})
}

// NewMap implements parser.ExprHelper.
func (x expansion) NewMap(entries ...ast.EntryExpr) ast.Expr {
	return x.p.factory.NewMap(x.newID(), entries)
}

// NewMapEntry implements parser.ExprHelper.
func (x expansion) NewMapEntry(key, v ast.Expr, optional bool) ast.EntryExpr {
	return x.p.factory.NewMapEntry(x.newID(), key, v, optional)
}

// NewStruct implements parser.ExprHelper.
func (x expansion) NewStruct(typeName string, fields ...ast.EntryExpr) ast.Expr {
	return x.p.factory.NewStruct(x.newID(), typeName, fields)
}

// NewStructField implements parser.ExprHelper.
func (x expansion) NewStructField(field string, v ast.Expr, optional bool) ast.EntryExpr {
	return x.p.factory.NewStructField(x.newID(), field, v, optional)
}

// NewComprehension implements parser.ExprHelper.
func (x expansion) NewComprehension(over ast.Expr, variable, accu string, start, condition, step, result ast.Expr) ast.Expr {
	return x.p.factory.NewComprehension(x.newID(), over, variable, accu, start, condition, step, result)
}

// NewComprehensionTwoVar implements parser.ExprHelper.
func (x expansion) NewComprehensionTwoVar(over ast.Expr, key, variable, accu string, start, condition, step, result ast.Expr) ast.Expr {
	return x.p.factory.NewComprehensionTwoVar(x.newID(), over, key, variable, accu, start, condition, step, result)
}

// NewIdent implements parser.ExprHelper.
func (x expansion) NewIdent(name string) ast.Expr { return x.p.factory.NewIdent(x.newID(), name) }

// NewAccuIdent implements parser.ExprHelper.
func (x expansion) NewAccuIdent() ast.Expr { return x.p.factory.NewAccuIdent(x.newID()) }

// AccuIdentName implements parser.ExprHelper.
func (x expansion) AccuIdentName() string { return x.p.factory.AccuIdentName() }

// NewCall implements parser.ExprHelper.
func (x expansion) NewCall(function string, args ...ast.Expr) ast.Expr {
	return x.p.factory.NewCall(x.newID(), function, args...)
}

// NewMemberCall implements parser.ExprHelper.
func (x expansion) NewMemberCall(function string, target ast.Expr, args ...ast.Expr) ast.Expr {
	return x.p.factory.NewMemberCall(x.newID(), function, target, args...)
}

// NewPresenceTest implements parser.ExprHelper.
func (x expansion) NewPresenceTest(operand ast.Expr, field string) ast.Expr {
	return x.p.factory.NewPresenceTest(x.newID(), operand, field)
}

// NewSelect implements parser.ExprHelper.
func (x expansion) NewSelect(operand ast.Expr, field string) ast.Expr {
	return x.p.factory.NewSelect(x.newID(), operand, field)
}

// OffsetLocation implements parser.ExprHelper.
func (x expansion) OffsetLocation(id int64) common.Location { return x.p.info.GetStartLocation(id) }

// NewError implements parser.ExprHelper.
func (x expansion) NewError(id int64, message string) *common.Error {
	return common.NewError(id, message, x.OffsetLocation(id))
}
