package cellib

import (
	"regexp"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"

	"github.com/seed95800270/crdschema/internal/pattern"
)

// regexLibrary returns the functions that find matches of a regular expression in
// Go's syntax (RE2):
//
//	find     string.find(string) -> string, empty if nothing matches      always
//	findAll  string.findAll(string[, int]) -> list(string), all if the limit is negative      always
//
// A literal regular expression is compiled when the program is planned; an invalid one
// fails then. Each call compiles a computed one.
//
// Cost: 0.1 × (length of the string + 1), times 0.25 × length of the expression, both
// rounded up.
func regexLibrary() *library {
	return &library{name: "regex",
		functions: []cel.EnvOption{
			cel.Function("find", cel.MemberOverload("string_find_string", signature{cel.StringType, cel.StringType}, cel.StringType,
				cel.BinaryBinding(func(s, pattern ref.Val) ref.Val { return search(findFirst, s, pattern) }))),
			cel.Function("findAll",
				cel.MemberOverload("string_find_all_string", signature{cel.StringType, cel.StringType}, cel.ListType(cel.StringType),
					cel.BinaryBinding(func(s, pattern ref.Val) ref.Val { return search(findAll, s, pattern) })),
				cel.MemberOverload("string_find_all_string_int", signature{cel.StringType, cel.StringType, cel.IntType}, cel.ListType(cel.StringType),
					cel.FunctionBinding(func(args ...ref.Val) ref.Val { return search(findAll, args...) }))),
		},
	}
}

// finder finds matches of an expression. A [Planner]'s programs call it only for what
// [ownFind] and [ownFindAll] leave to CEL.
type finder func(re *regexp.Regexp, s string, limit int) ref.Val

func findFirst(re *regexp.Regexp, s string, _ int) ref.Val { return types.String(re.FindString(s)) }

func findAll(re *regexp.Regexp, s string, limit int) ref.Val {
	return types.NewStringList(types.DefaultTypeAdapter, re.FindAllString(s, limit))
}

func search(find finder, args ...ref.Val) ref.Val {
	pattern, ok := args[1].(types.String)
	if !ok {
		return types.MaybeNoSuchOverloadErr(args[1])
	}
	re, err := regexp.Compile(string(pattern))
	if err != nil {
		return types.NewErr("Illegal regex: %v", err)
	}
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

// patternFunction is matches, find or findAll with a compiled expression. It returns nil
// for arguments of other types.
type patternFunction func(e *Evaluator, p *pattern.Pattern, args []ref.Val) ref.Val

func matchCall(e *Evaluator, p *pattern.Pattern, args []ref.Val) ref.Val {
	s, ok := args[0].(types.String)
	if !ok || len(args) != 2 {
		return nil
	}
	found := p.Match(e.work, string(s))
	e.step(0) // found is not valid if the call has ended
	return types.Bool(found)
}

func findCall(e *Evaluator, p *pattern.Pattern, args []ref.Val) ref.Val {
	s, ok := args[0].(types.String)
	if !ok || len(args) != 2 {
		return nil
	}
	found := p.Find(e.work, string(s))
	e.step(0)
	if found == nil {
		return types.String("")
	}
	return s[found[0]:found[1]]
}

func findAllCall(e *Evaluator, p *pattern.Pattern, args []ref.Val) ref.Val {
	s, ok := args[0].(types.String)
	limit := types.IntNegOne
	if len(args) > 2 && ok {
		limit, ok = args[2].(types.Int)
	}
	if !ok {
		return nil
	}
	found := p.FindAll(e.work, string(s), int(limit))
	e.step(0)
	var parts []string
	for _, at := range found {
		parts = append(parts, string(s[at[0]:at[1]]))
	}
	return types.NewStringList(types.DefaultTypeAdapter, parts)
}

// compiling returns a function that compiles its expression in each call. It leaves an
// invalid one to CEL.
func compiling(call patternFunction) ownFunction {
	return func(e *Evaluator, args []ref.Val) ref.Val {
		expr, ok := args[1].(types.String)
		if !ok {
			return nil
		}
		m, _ := pattern.Measure(e.work, string(expr))
		e.step(0) // ends the evaluation if that is too much
		p, err := m.Compile()
		if err != nil {
			return nil
		}
		return call(e, p, args)
	}
}

var ownMatches, ownFind, ownFindAll = compiling(matchCall), compiling(findCall), compiling(findAllCall)

func literalPattern(function string, call patternFunction) *interpreter.RegexOptimization {
	return &interpreter.RegexOptimization{
		Function:   function,
		RegexIndex: 1,
		Factory: func(c interpreter.InterpretableCall, expr string) (interpreter.InterpretableCall, error) {
			p, err := pattern.Compile(expr)
			if err != nil {
				return nil, err
			}
			own := func(e *Evaluator, args []ref.Val) ref.Val { return call(e, p, args) }
			return &ownCall{InterpretableCall: c, args: c.Args(), own: own, otherwise: notText, stops: true}, nil
		},
	}
}

func notText(args ...ref.Val) ref.Val { return types.MaybeNoSuchOverloadErr(args[0]) }
