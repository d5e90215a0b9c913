package cellib

import (
	"fmt"
	"sync"

	"github.com/google/cel-go/cel"

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
