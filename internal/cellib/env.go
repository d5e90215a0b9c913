package cellib

import (
	"fmt"
	"slices"
	"sync"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/ext"

	"github.com/seed95800270/crdschema/internal/kubeversion"
)

// Use says where an expression comes from, which decides what it may call.
type Use int

const (
	// New is an expression that somebody writes now. A server offers it only
	// what the server one minor version older knows too, so that one can go
	// back.
	New Use = iota
	// Stored is an expression that a server has accepted before, itself or a
	// newer one. It may call everything that the judging server ships.
	Stored
)

// Env returns the environment in which Kubernetes 1.minor parses and checks the
// expressions of one use: functions, macros, validators and switches, but no
// variables. It is built when it is first asked for and shared ever after, also
// between versions that offer the same; extend it, do not change it. An error is
// a version out of [kubeversion.Oldest] to [kubeversion.Newest], or a use that does not exist.
//
// Rule: k8s.io/apiserver/pkg/cel/environment, MustBaseEnvSet.
func Env(minor int, use Use) (*cel.Env, error) {
	if minor < kubeversion.Oldest || minor > kubeversion.Newest || use < New || use > Stored {
		return nil, fmt.Errorf("no CEL environment for Kubernetes 1.%d, use %d", minor, use)
	}
	return environments[EnvVersion(minor, use)-lowest]()
}

// Level is the minor version whose offer an expression is checked against: one
// below that of the server for a new expression, the server's own for a stored
// one. Some rules outside of this package depend on it, too.
//
// Rule: k8s.io/apiserver/pkg/cel/environment, DefaultCompatibilityVersion.
func EnvVersion(minor int, use Use) int {
	if use == New {
		return minor - 1
	}
	return minor
}

// lowest is the lowest level: that of a new expression in the oldest version.
const lowest = kubeversion.Oldest - 1

// environments has a function for every level, the same one for levels that
// offer the same.
var environments = shared(kubeversion.Newest - lowest + 1)

func shared(levels int) []func() (*cel.Env, error) {
	built := make([]func() (*cel.Env, error), levels)
	for i := range built {
		level := lowest + i
		if i > 0 && !changesAt(level) {
			built[i] = built[i-1]
			continue
		}
		built[i] = sync.OnceValues(func() (*cel.Env, error) { return cel.NewEnv(optionsAt(level)...) })
	}
	return built
}

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
