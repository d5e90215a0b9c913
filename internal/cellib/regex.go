package cellib

import (
	"regexp"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// regexLibrary finds what matches a regular expression of Go's syntax (RE2):
//
//	find     string.find(string) -> string, empty if nothing matches      always
//	findAll  string.findAll(string[, int]) -> list(string), at most so many if not negative   always
//
// An expression that is a literal is compiled with the program, and is an error
// of the program if it is wrong; any other one is compiled by each call.
//
// Cost: 0.1 × (length of the string + 1), times 0.25 × length of the expression,
// both rounded up. A result of findAll has at most as many elements as the string
// has characters.
func regexLibrary() *library {
	return &library{name: "regex",
		functions: []cel.EnvOption{
			cel.Function("find", cel.MemberOverload("string_find_string", signature{cel.StringType, cel.StringType}, cel.StringType,
				cel.BinaryBinding(func(s, pattern ref.Val) ref.Val { return search(first, s, pattern) }))),
			cel.Function("findAll",
				cel.MemberOverload("string_find_all_string", signature{cel.StringType, cel.StringType}, cel.ListType(cel.StringType),
					cel.BinaryBinding(func(s, pattern ref.Val) ref.Val { return search(all, s, pattern) })),
				cel.MemberOverload("string_find_all_string_int", signature{cel.StringType, cel.StringType, cel.IntType}, cel.ListType(cel.StringType),
					cel.FunctionBinding(func(args ...ref.Val) ref.Val { return search(all, args...) }))),
		},
		programs: []cel.ProgramOption{cel.OptimizeRegex(compiledOnce("find", first), compiledOnce("findAll", all))},
	}
}

var regexPrices = prices{
	"find":    {estimate: estimateSearch, actual: priceSearch},
	"findAll": {estimate: estimateSearch, actual: priceSearch},
}

// finder does what one of the functions does with a string and at most limit
// matches.
type finder func(re *regexp.Regexp, s string, limit int) ref.Val

func first(re *regexp.Regexp, s string, _ int) ref.Val { return types.String(re.FindString(s)) }

func all(re *regexp.Regexp, s string, limit int) ref.Val {
	return types.NewStringList(types.DefaultTypeAdapter, re.FindAllString(s, limit))
}

// search compiles the second argument and finds in the first one.
func search(find finder, args ...ref.Val) ref.Val {
	pattern, ok := args[1].(types.String)
	if !ok {
		return types.MaybeNoSuchOverloadErr(args[1])
	}
	re, err := regexp.Compile(string(pattern))
	if err != nil {
		return types.NewErr("Illegal regex: %v", err)
	}
	return find.in(re, args)
}

// in finds in the first argument; the second one is compiled already, and the
// third one is the limit.
func (find finder) in(re *regexp.Regexp, args []ref.Val) ref.Val {
	s, ok := args[0].(types.String)
	if !ok {
		return types.MaybeNoSuchOverloadErr(args[0])
	}
	limit := types.IntNegOne
	if len(args) > 2 {
		if limit, ok = args[2].(types.Int); !ok {
			return types.MaybeNoSuchOverloadErr(args[2])
		}
	}
	return find(re, string(s), int(limit))
}

// compiledOnce makes a program compile the literal expressions of a function.
func compiledOnce(function string, find finder) *interpreter.RegexOptimization {
	return &interpreter.RegexOptimization{
		Function:   function,
		RegexIndex: 1,
		Factory: func(call interpreter.InterpretableCall, pattern string) (interpreter.InterpretableCall, error) {
			re, err := regexp.Compile(pattern)
			if err != nil {
				return nil, err
			}
			return interpreter.NewCall(call.ID(), call.Function(), call.OverloadID(), call.Args(), func(args ...ref.Val) ref.Val {
				return find.in(re, args)
			}), nil
		},
	}
}

// estimateSearch adds one to the length, for an expression can be dear where
// the string is empty. Every character may be a match.
func estimateSearch(e estimator, c estimatedCall) *checker.CallEstimate {
	if c.target == nil || len(c.args) == 0 {
		return nil
	}
	s := e.size(*c.target)
	text := s.Add(checker.FixedSizeEstimate(1)).MultiplyByCostFactor(perChar)
	regex := e.size(c.args[0]).MultiplyByCostFactor(perRegex)
	return &checker.CallEstimate{CostEstimate: text.Multiply(regex), ResultSize: &checker.SizeEstimate{Max: s.Max}}
}

func priceSearch(c actualCall) *uint64 { return matching(size(c.args[0]), size(c.args[1])) }

// matching is what a regular expression costs on a string.
func matching(text, regex uint64) *uint64 {
	cost := *chars(text+1, perChar) * *chars(regex, perRegex)
	return &cost
}
