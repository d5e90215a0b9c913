// Package versionpriority orders the versions of an API the way a Kubernetes
// API server offers them to clients: the first one is the preferred version,
// what a client gets that names no version. Where the versions stand in a
// definition and which of them is stored plays no part.
//
// # The order
//
// A version name is kube-like if it is `v` and a number, or `v`, a number,
// `alpha` or `beta`, and another number: v1, v2beta1, v10alpha3. Letters are
// lower case, numbers are decimal digits, leading zeros are allowed, and each
// number fits into 64 bits with sign. Everything else is an ordinary name:
// V1, v1alpha, v1.1, v1beta1rc1, foo10, v9223372036854775808, the empty
// string.
//
//  1. Kube-like names come before ordinary ones.
//  2. Among kube-like names stable versions come before beta, beta before
//     alpha.
//  3. Equally stable ones go by the first number, the larger one first; then
//     by the second number, the larger one first. v10 comes before v2.
//  4. Ordinary names go by their bytes, ascending: foo1, foo10, foo2.
//
// So v10, v2, v1, v11beta2, v10beta3, v3beta1, v12alpha1, v11alpha2, foo1,
// foo10 is in order.
//
// # Differences from the reference
//
// The reference is CompareKubeAwareVersionStrings of
// k8s.io/apimachinery/pkg/version. It counts the other way round, positive
// where its first argument has the higher priority, and returns a difference
// of numbers, [Compare] only a sign. v1 and v01 are different names of equal
// priority: the reference leaves their order to chance, [Sort] keeps the order
// it was given. Numbers have 64 bits on every platform.
//
// All functions are pure and safe for concurrent use. None of them writes to
// its arguments or keeps them.
package versionpriority

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Compare is negative if a server offers version a before version b, positive
// if it offers b before a, and zero if they are equal or have equal priority,
// as v1 and v01 have. Any string is a version. The order is total, and
// comparing allocates nothing, so that it can be handed to [slices.SortFunc]
// for things that have a version.
//
// Rule: k8s.io/apimachinery/pkg/version, CompareKubeAwareVersionStrings with
// the opposite sign; https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority
func Compare(a, b string) int {
	va, kubeA := parse(a)
	vb, kubeB := parse(b)
	switch {
	case kubeA && kubeB:
		return va.compare(vb)
	case kubeA:
		return -1
	case kubeB:
		return 1
	default:
		return strings.Compare(a, b)
	}
}

// Sort returns the versions in the order in which a server offers them, as a
// new slice. Versions of equal priority, repeated ones among them, keep their
// order.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, the order of versions in
// group discovery.
func Sort(versions []string) []string {
	sorted := slices.Clone(versions)
	slices.SortStableFunc(sorted, Compare)
	return sorted
}

// Preferred is the version that comes first, the one that group discovery
// calls preferredVersion: the first element of [Sort], without sorting. It is
// empty if there are no versions.
func Preferred(versions []string) string {
	if len(versions) == 0 {
		return ""
	}
	return slices.MinFunc(versions, Compare)
}

// compare orders kube-like versions, the one offered first being the smaller.
func (v version) compare(w version) int {
	return cmp.Or(
		cmp.Compare(v.stage, w.stage),
		cmp.Compare(w.major, v.major),
		cmp.Compare(w.minor, v.minor),
	)
}

// stage says how stable a version is; smaller is offered earlier.
type stage uint8

const (
	stable stage = iota
	beta
	alpha
)

// version is a kube-like version name taken apart. minor is 0 if it is stable.
type version struct {
	stage        stage
	major, minor int64
}

// parse takes a kube-like name apart; ok is false for an ordinary name. It is
// written by hand because it runs for each comparison: a regular expression
// allocates its matches.
func parse(name string) (v version, ok bool) {
	rest, ok := strings.CutPrefix(name, "v")
	if !ok {
		return version{}, false
	}
	if v.major, rest, ok = number(rest); !ok || rest == "" {
		return v, ok
	}
	if v.stage, rest, ok = stageWord(rest); !ok {
		return version{}, false
	}
	v.minor, rest, ok = number(rest)
	return v, ok && rest == ""
}

// stageWord takes the word off the front of s.
func stageWord(s string) (word stage, rest string, ok bool) {
	if rest, ok = strings.CutPrefix(s, "beta"); ok {
		return beta, rest, true
	}
	rest, ok = strings.CutPrefix(s, "alpha")
	return alpha, rest, ok
}

// number takes the digits off the front of s. It fails if there are none or
// if they mean more than an int64 holds; leading zeros mean nothing.
func number(s string) (n int64, rest string, ok bool) {
	i := 0
	for ; i < len(s) && '0' <= s[i] && s[i] <= '9'; i++ {
		digit := int64(s[i] - '0')
		if n > (math.MaxInt64-digit)/10 {
			return 0, "", false
		}
		n = n*10 + digit
	}
	return n, s[i:], i > 0
}
