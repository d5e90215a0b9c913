package cellib

import (
	"slices"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/ext"
)

// offer is something that versions offer to expressions from one level on, and
// until another one if that is not 0.
type offer struct {
	since, until int
	options      func() []cel.EnvOption
}

// offers are in the order in which overloads of one name are declared, which is
// the order in which the type checker tries them.
//
// Rule: k8s.io/apiserver/pkg/cel/environment, baseOpts.
var offers = [...]offer{
	{since: 0, options: language},
	{since: 0, options: only(urlLibrary, regexLibrary)},
	{since: 0, until: 37, options: only(listsLibrary)},
	{since: 27, options: only(authzLibrary)},
	{since: 28, options: mixedNumbersAndOptionals},
	{since: 28, options: only(quantityLibrary)},
	{since: 29, options: literals},
	{since: 29, options: func() []cel.EnvOption { return []cel.EnvOption{ext.Strings(ext.StringsVersion(2))} }},
	{since: 29, options: func() []cel.EnvOption { return []cel.EnvOption{ext.Sets()} }},
	{since: 30, options: only(ipLibrary, cidrLibrary)},
	{since: 31, options: only(formatLibrary)},
	{since: 31, options: only(authzSelectorsLibrary)},
	{since: 32, options: func() []cel.EnvOption { return []cel.EnvOption{ext.TwoVarComprehensions()} }},
	{since: 33, options: only(semverLibrary)},
	{since: 34, options: func() []cel.EnvOption { return []cel.EnvOption{ext.Lists(ext.ListsVersion(3))} }},
	{since: 37, options: only(listsWithIncludesLibrary)},
}

func (o *offer) at(level int) bool {
	return o.since <= level && (o.until == 0 || level < o.until)
}

// changesAt tells whether a level offers something else than the one below.
func changesAt(level int) bool {
	return slices.ContainsFunc(offers[:], func(o offer) bool { return o.at(level) != o.at(level-1) })
}

func optionsAt(level int) []cel.EnvOption {
	var options []cel.EnvOption
	for _, o := range offers {
		if o.at(level) {
			options = append(options, o.options()...)
		}
	}
	return options
}

// only is an offer of Kubernetes libraries and nothing else.
func only(libraries ...func() *library) func() []cel.EnvOption {
	return func() []cel.EnvOption {
		options := make([]cel.EnvOption, len(libraries))
		for i, make := range libraries {
			options[i] = cel.Lib(make())
		}
		return options
	}
}

// language is how CEL is spoken in all versions. Declarations are checked once,
// here, instead of in every environment that is derived from this one. A test
// for presence is free in estimates; [ProgramOptions] makes it free in fact.
func language() []cel.EnvOption {
	return []cel.EnvOption{
		cel.HomogeneousAggregateLiterals(),
		cel.EagerlyValidateDeclarations(true),
		cel.DefaultUTCTimeZone(true),
		cel.CostEstimatorOptions(checker.PresenceTestHasCost(false)),
	}
}

// mixedNumbersAndOptionals, since 1.28, lets <, <=, > and >= compare numbers of
// different types, and brings optional values.
func mixedNumbersAndOptionals() []cel.EnvOption {
	return []cel.EnvOption{cel.CrossTypeNumericComparisons(true), cel.OptionalTypes()}
}

// literals, since 1.29, refuses literals that can only fail: durations,
// timestamps, regular expressions, lists and maps of mixed types.
func literals() []cel.EnvOption {
	return []cel.EnvOption{cel.ASTValidators(
		cel.ValidateDurationLiterals(),
		cel.ValidateTimestampLiterals(),
		cel.ValidateRegexLiterals(),
		cel.ValidateHomogeneousAggregateLiterals(),
	)}
}
