package celcost

import (
	"slices"

	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
)

// rowsOfCEL are the functions of the language and of the extensions that come with cel-go:
// sets since 1.29, lists since 1.34.
//
// Rule: github.com/google/cel-go, checker.Cost, interpreter.CostTracker, ext.Sets and
// ext.Lists.
var rowsOfCEL = slices.Concat([]row{
	{function: "startsWith", overload: overloads.StartsWithString, formula: byLength(1, perChar)},
	{function: "endsWith", overload: overloads.EndsWithString, formula: byLength(1, perChar)},
	{function: "contains", overload: overloads.ContainsString, formula: searching},
	{function: "matches", overload: overloads.Matches, formula: matching},
	{function: "matches", overload: overloads.MatchesString, formula: matching},
	{function: "bytes", overload: overloads.StringToBytes, formula: encoding},
	{function: "string", overload: overloads.BytesToString, formula: decoding},
	{function: "strings.quote", overload: overloads.ExtQuoteString, since: 29, formula: quoting},
	{function: "format", overload: overloads.ExtFormatString, since: 29, formula: byLength(0, perChar)},

	{function: operators.In, overload: overloads.InList, formula: byLength(1, 1)},
	{function: operators.Equals, formula: equality},
	{function: operators.NotEquals, formula: comparison},
	{function: operators.Less, overload: overloads.LessString, formula: comparison},
	{function: operators.Less, overload: overloads.LessBytes, formula: comparison},
	{function: operators.LessEquals, overload: overloads.LessEqualsString, formula: comparison},
	{function: operators.LessEquals, overload: overloads.LessEqualsBytes, formula: comparison},
	{function: operators.Greater, overload: overloads.GreaterString, formula: comparison},
	{function: operators.Greater, overload: overloads.GreaterBytes, formula: comparison},
	{function: operators.GreaterEquals, overload: overloads.GreaterEqualsString, formula: comparison},
	{function: operators.GreaterEquals, overload: overloads.GreaterEqualsBytes, formula: comparison},
	{function: operators.Add, overload: overloads.AddString, formula: concatenation},
	{function: operators.Add, overload: overloads.AddBytes, formula: concatenation},
	{function: operators.Add, overload: overloads.AddList, formula: listConcatenation},
	{function: operators.LogicalAnd, overload: overloads.LogicalAnd, formula: junction},
	{function: operators.LogicalOr, overload: overloads.LogicalOr, formula: junction},
	{function: operators.Conditional, overload: overloads.Conditional, formula: conditional},

	{function: "sets.contains", overload: "list_sets_contains_list", since: 29, formula: sets(1)},
	{function: "sets.intersects", overload: "list_sets_intersects_list", since: 29, formula: sets(1)},
	{function: "sets.equivalent", overload: "list_sets_equivalent_list", since: 29, formula: sets(2)},
	{function: "slice", overload: "list_slice", since: 34, formula: slicing},
	{function: "lists.range", overload: "lists_range", since: 34, formula: counting},
	{function: "reverse", overload: "list_reverse", since: 34, formula: reversing},
	{function: "flatten", overload: "list_flatten", since: 34, formula: flattening},
	{function: "flatten", overload: "list_flatten_int", since: 34, formula: flattening},
	{function: "distinct", overload: "list_distinct", since: 34, formula: pairwise(0, 2)},
}, rowsOfSort())

// rowsOfSort returns a row for each type of elements.
func rowsOfSort() (rows []row) {
	for _, t := range []*types.Type{
		types.IntType, types.UintType, types.DoubleType, types.BoolType,
		types.DurationType, types.TimestampType, types.StringType, types.BytesType,
	} {
		factor := 2.0
		if t == types.StringType || t == types.BytesType {
			factor += perChar
		}
		name := "list_" + t.TypeName()
		rows = append(rows,
			row{function: "sort", overload: name + "_sort", since: 34, formula: pairwise(0, factor)},
			row{function: "@sortByAssociatedKeys", overload: name + "_sortByAssociatedKeys", since: 34, formula: pairwise(1, factor)})
	}
	return rows
}
