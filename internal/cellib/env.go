package cellib

import (
	"fmt"
	"slices"
	"sync"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/env"
	"github.com/google/cel-go/ext"

	"github.com/seed95800270/crdschema/internal/kubeversion"
)

// Use is where an expression comes from.
type Use int

const (
	// New is an expression of a new or changed CRD. It may call only functions that the
	// minor version before has too, for rollbacks.
	New Use = iota
	// Stored is an expression that a server has accepted before. It may call all functions.
	Stored
)

// Env returns the environment in which Kubernetes 1.minor parses and checks the expressions
// of one use, without variables. It is shared: extend it, do not change it. The error is
// about a minor version outside [kubeversion.Oldest] to [kubeversion.Newest], or an unknown
// use.
//
// Rule: k8s.io/apiserver/pkg/cel/environment, MustBaseEnvSet.
func Env(minor int, use Use) (*cel.Env, error) {
	if minor < kubeversion.Oldest || minor > kubeversion.Newest || use < New || use > Stored {
		return nil, fmt.Errorf("no CEL environment for Kubernetes 1.%d, use %d", minor, use)
	}
	built := environments
	if minor < collectionOptionals {
		built = environmentsBefore
	}
	return built[EnvVersion(minor, use)-oldestEnvVersion]()
}

// EnvVersion returns the minor version whose libraries an expression may use in Kubernetes
// 1.minor.
//
// Rule: k8s.io/apiserver/pkg/cel/environment, DefaultCompatibilityVersion.
func EnvVersion(minor int, use Use) int {
	if use == New {
		return minor - 1
	}
	return minor
}

const oldestEnvVersion = kubeversion.Oldest - 1

// collectionOptionals is the first minor version of a server with the functions first,
// last, unwrap and unwrapOpt of optional values. Its cel-go has them for all expressions.
const collectionOptionals = 33

// environments has a function for every environment version, shared by versions with the
// same libraries. environmentsBefore is for servers before collectionOptionals.
var (
	environments       = newEnvironments(mixedNumbersAndOptionals)
	environmentsBefore = newEnvironments(mixedNumbersAndOldOptionals)
)

func newEnvironments(optionals func() []cel.EnvOption) []func() (*cel.Env, error) {
	built := make([]func() (*cel.Env, error), kubeversion.Newest-oldestEnvVersion+1)
	for i := range built {
		minor := oldestEnvVersion + i
		if i > 0 && !changedAt(minor) {
			built[i] = built[i-1]
			continue
		}
		built[i] = sync.OnceValues(func() (*cel.Env, error) { return cel.NewEnv(envOptions(minor, optionals)...) })
	}
	return built
}

// versionedLibrary is a set of options from minor version since to before until, if that is
// not 0. options is nil if it depends on the server.
type versionedLibrary struct {
	since, until int
	options      func() []cel.EnvOption
}

// versionedLibraries are in the order in which overloads of one name are declared: the
// type checker tries them in this order.
//
// Rule: k8s.io/apiserver/pkg/cel/environment, baseOpts.
var versionedLibraries = [...]versionedLibrary{
	{since: 0, options: language},
	{since: 0, options: kubernetes(urlLibrary, regexLibrary)},
	{since: 0, until: 37, options: kubernetes(listsLibrary)},
	{since: 27, options: kubernetes(authzLibrary)},
	{since: 28},
	{since: 28, options: kubernetes(quantityLibrary)},
	{since: 29, options: literalValidators},
	{since: 29, options: func() []cel.EnvOption { return []cel.EnvOption{ext.Strings(ext.StringsVersion(2))} }},
	{since: 29, options: func() []cel.EnvOption { return []cel.EnvOption{ext.Sets()} }},
	{since: 30, options: kubernetes(ipLibrary, cidrLibrary)},
	{since: 31, options: kubernetes(formatLibrary)},
	{since: 31, options: kubernetes(authzSelectorsLibrary)},
	{since: 32, options: func() []cel.EnvOption { return []cel.EnvOption{ext.TwoVarComprehensions()} }},
	{since: 33, options: kubernetes(semverLibrary)},
	{since: 34, options: func() []cel.EnvOption { return []cel.EnvOption{ext.Lists(ext.ListsVersion(3))} }},
	{since: 37, options: kubernetes(listsWithIncludesLibrary)},
}

func (l *versionedLibrary) existsAt(minor int) bool {
	return l.since <= minor && (l.until == 0 || minor < l.until)
}

func changedAt(minor int) bool {
	return slices.ContainsFunc(versionedLibraries[:], func(l versionedLibrary) bool {
		return l.existsAt(minor) != l.existsAt(minor-1)
	})
}

func envOptions(minor int, optionals func() []cel.EnvOption) []cel.EnvOption {
	var options []cel.EnvOption
	for _, l := range versionedLibraries {
		switch {
		case !l.existsAt(minor):
		case l.options == nil:
			options = append(options, optionals()...)
		default:
			options = append(options, l.options()...)
		}
	}
	return options
}

func kubernetes(libraries ...func() *library) func() []cel.EnvOption {
	return func() []cel.EnvOption {
		options := make([]cel.EnvOption, len(libraries))
		for i, newLibrary := range libraries {
			options[i] = cel.Lib(newLibrary())
		}
		return options
	}
}

// language returns the switches of CEL in all versions. Declarations are checked here, not
// in every extension.
func language() []cel.EnvOption {
	return append([]cel.EnvOption{
		cel.HomogeneousAggregateLiterals(),
		cel.EagerlyValidateDeclarations(true),
		cel.DefaultUTCTimeZone(true),
		cel.FromConfig(env.NewConfig("any size").AddLimits(env.NewLimit(nodeLimit, -1))),
	}, timestamps()...)
}

// nodeLimit is a limit of cel-go since v0.30, and ignored before: the server only limits the
// characters of an expression.
const nodeLimit = "cel.limit.expression_node_count"

func mixedNumbersAndOptionals() []cel.EnvOption {
	return []cel.EnvOption{cel.CrossTypeNumericComparisons(true), cel.OptionalTypes(), optionalMacros()}
}

func mixedNumbersAndOldOptionals() []cel.EnvOption {
	return []cel.EnvOption{cel.CrossTypeNumericComparisons(true), cel.OptionalTypes(cel.OptionalTypesVersion(1)), optionalMacros()}
}

func literalValidators() []cel.EnvOption {
	return []cel.EnvOption{cel.ASTValidators(
		cel.ValidateDurationLiterals(),
		cel.ValidateTimestampLiterals(),
		cel.ValidateRegexLiterals(),
		cel.ValidateHomogeneousAggregateLiterals(),
	)}
}
