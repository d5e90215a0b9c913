package cellib

import (
	"errors"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
	"github.com/seed95800270/crdschema/internal/cellib/quantity"
)

// quantityLibrary returns the functions on quantities of resources, such as 500m or
// 1.5Gi, since 1.28:
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
// Package quantity says what a quantity is and which ones are integers.
//
// Cost: quantity and isQuantity 0.1 × length, the others and == of two quantities
// 1.
func quantityLibrary() *library {
	return &library{name: "quantity", functions: []cel.EnvOption{
		cel.Function("quantity", cel.Overload("string_to_quantity", signature{cel.StringType}, values.QuantityType, unary(toQuantity))),
		cel.Function("isQuantity", cel.Overload("is_quantity_string", signature{cel.StringType}, cel.BoolType, parsePredicate(quantity.Parse))),
		cel.Function("sign", cel.Overload("quantity_sign", oneQuantity, cel.IntType,
			unary(func(q quantityValue) ref.Val { return types.Int(amount(q).Sign()) }))),
		cel.Function("isGreaterThan", cel.MemberOverload("quantity_is_greater_than", twoQuantities, cel.BoolType,
			binary(func(q, r quantityValue) ref.Val { return types.Bool(compare(q, r) > 0) }))),
		cel.Function("isLessThan", cel.MemberOverload("quantity_is_less_than", twoQuantities, cel.BoolType,
			binary(func(q, r quantityValue) ref.Val { return types.Bool(compare(q, r) < 0) }))),
		cel.Function("compareTo", cel.MemberOverload("quantity_compare_to", twoQuantities, cel.IntType,
			binary(func(q, r quantityValue) ref.Val { return types.Int(compare(q, r)) }))),
		cel.Function("asApproximateFloat", cel.MemberOverload("quantity_get_float", oneQuantity, cel.DoubleType,
			unary(func(q quantityValue) ref.Val { return types.Double(amount(q).Float()) }))),
		cel.Function("asInteger", cel.MemberOverload("quantity_get_int", oneQuantity, cel.IntType, unary(asInteger))),
		cel.Function("isInteger", cel.MemberOverload("quantity_is_integer", oneQuantity, cel.BoolType,
			predicate(func(q quantityValue) bool { _, ok := amount(q).Integer(); return ok }))),
		quantityArithmetic("add", quantity.Amount.Add),
		quantityArithmetic("sub", quantity.Amount.Sub),
	}}
}

var (
	oneQuantity   = signature{values.QuantityType}
	twoQuantities = signature{values.QuantityType, values.QuantityType}
)

// quantityValue is a [values.Quantity] or, if it was computed, a pointer to one.
type quantityValue interface {
	ref.Val
	Pointer() *quantity.Amount
}

func amount(q quantityValue) quantity.Amount { return *q.Pointer() }

// compare compares two quantities. Like the server, it converts q to decimal form if r
// has that form. q is then not an integer any more.
func compare(q, r quantityValue) int {
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
			binary(func(q, r quantityValue) ref.Val { return compute(amount(q), amount(r)) })),
		cel.MemberOverload("quantity_"+name+"_int", signature{values.QuantityType, cel.IntType}, values.QuantityType,
			binary(func(q quantityValue, n types.Int) ref.Val { return compute(amount(q), quantity.Of(int64(n))) })))
}

func toQuantity(s types.String) ref.Val {
	a, err := quantity.Parse(string(s))
	if err != nil {
		return types.WrapErr(err)
	}
	return values.Quantity{Amount: &a}
}

func asInteger(q quantityValue) ref.Val {
	n, ok := amount(q).Integer()
	if !ok {
		return types.WrapErr(errors.New("cannot convert value to integer"))
	}
	return types.Int(n)
}
