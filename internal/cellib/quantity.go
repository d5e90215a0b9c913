package cellib

import (
	"errors"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
	"github.com/seed95800270/crdschema/internal/cellib/quantity"
)

// quantityLibrary has quantities of resources, such as 500m or 1.5Gi, since 1.28:
//
//	quantity            quantity(string) -> Quantity
//	isQuantity          isQuantity(string) -> bool
//	sign                sign(Quantity) -> int: a function, not a method
//	isInteger           Quantity.isInteger() -> bool, whether asInteger succeeds
//	asInteger           Quantity.asInteger() -> int
//	asApproximateFloat  Quantity.asApproximateFloat() -> double
//	add, sub            Quantity.add(Quantity or int) -> Quantity
//	isGreaterThan       Quantity.isGreaterThan(Quantity) -> bool, and so isLessThan
//	compareTo           Quantity.compareTo(Quantity) -> int, -1, 0 or 1
//
// What a quantity is, and which ones are integers, see package quantity.
//
// Cost: quantity and isQuantity 0.1 × length, the others 1. Comparing two
// quantities costs 1.
func quantityLibrary() *library {
	return &library{name: "quantity", functions: []cel.EnvOption{
		cel.Function("quantity", cel.Overload("string_to_quantity", signature{cel.StringType}, values.QuantityType, unary(toQuantity))),
		cel.Function("isQuantity", cel.Overload("is_quantity_string", signature{cel.StringType}, cel.BoolType, parses(quantity.Parse))),
		cel.Function("sign", cel.Overload("quantity_sign", oneQuantity, cel.IntType,
			unary(func(q anyQuantity) ref.Val { return types.Int(amount(q).Sign()) }))),
		cel.Function("isGreaterThan", cel.MemberOverload("quantity_is_greater_than", twoQuantities, cel.BoolType,
			binary(func(q, r anyQuantity) ref.Val { return types.Bool(compare(q, r) > 0) }))),
		cel.Function("isLessThan", cel.MemberOverload("quantity_is_less_than", twoQuantities, cel.BoolType,
			binary(func(q, r anyQuantity) ref.Val { return types.Bool(compare(q, r) < 0) }))),
		cel.Function("compareTo", cel.MemberOverload("quantity_compare_to", twoQuantities, cel.IntType,
			binary(func(q, r anyQuantity) ref.Val { return types.Int(compare(q, r)) }))),
		cel.Function("asApproximateFloat", cel.MemberOverload("quantity_get_float", oneQuantity, cel.DoubleType,
			unary(func(q anyQuantity) ref.Val { return types.Double(amount(q).Float()) }))),
		cel.Function("asInteger", cel.MemberOverload("quantity_get_int", oneQuantity, cel.IntType, unary(asInteger))),
		cel.Function("isInteger", cel.MemberOverload("quantity_is_integer", oneQuantity, cel.BoolType,
			is(func(q anyQuantity) bool { _, ok := amount(q).Integer(); return ok }))),
		quantityArithmetic("add", quantity.Amount.Add),
		quantityArithmetic("sub", quantity.Amount.Sub),
	}}
}

var quantityPrices = prices{
	"quantity":           byLength(0.1),
	"isQuantity":         byLength(0.1),
	"sign":               flat(1),
	"isGreaterThan":      flat(1),
	"isLessThan":         flat(1),
	"compareTo":          flat(1),
	"asApproximateFloat": flat(1),
	"asInteger":          flat(1),
	"isInteger":          flat(1),
	"add":                flat(1),
	"sub":                flat(1),
}

var (
	oneQuantity   = signature{values.QuantityType}
	twoQuantities = signature{values.QuantityType, values.QuantityType}
)

// anyQuantity is a [values.Quantity] or, if it was computed, a pointer to one.
type anyQuantity interface {
	ref.Val
	Pointer() *quantity.Amount
}

func amount(q anyQuantity) quantity.Amount { return *q.Pointer() }

// compare leaves q in the second form if r has it. As on the server, whoever
// asks q afterwards is told that it is no integer.
func compare(q, r anyQuantity) int {
	if amount(r).IsDecimal() {
		*q.Pointer() = amount(q).Decimal()
	}
	return amount(q).Compare(amount(r))
}

func quantityArithmetic(name string, f func(a, b quantity.Amount) (quantity.Amount, error)) cel.EnvOption {
	compute := func(a, b quantity.Amount) ref.Val {
		result, err := f(a, b)
		if err != nil {
			return types.WrapErr(err)
		}
		return &values.Quantity{Amount: &result}
	}
	return cel.Function(name,
		cel.MemberOverload("quantity_"+name, twoQuantities, values.QuantityType,
			binary(func(q, r anyQuantity) ref.Val { return compute(amount(q), amount(r)) })),
		cel.MemberOverload("quantity_"+name+"_int", signature{values.QuantityType, cel.IntType}, values.QuantityType,
			binary(func(q anyQuantity, n types.Int) ref.Val { return compute(amount(q), quantity.Of(int64(n))) })))
}

func toQuantity(s types.String) ref.Val {
	a, err := quantity.Parse(string(s))
	if err != nil {
		return types.WrapErr(err)
	}
	return values.Quantity{Amount: &a}
}

func asInteger(q anyQuantity) ref.Val {
	n, ok := amount(q).Integer()
	if !ok {
		return types.WrapErr(errors.New("cannot convert value to integer"))
	}
	return types.Int(n)
}
