// Package versionpriority orders the versions of an API as a Kubernetes API server offers
// them to clients. The order in a CRD and the storage version do not matter.
//
// # The order
//
// A version name is kube-like if it is `v` and a number, or `v`, a number, `alpha` or `beta`,
// and another number: v1, v2beta1, v10alpha3. Letters are lower case, numbers are decimal
// digits, leading zeros are allowed, and each number fits into a signed 64-bit integer.
// Everything else is an ordinary name: V1, v1alpha, v1.1, foo10, v9223372036854775808, the
// empty string.
//
//  1. Kube-like names come before ordinary ones.
//  2. Among kube-like names stable versions come before beta, beta before
//     alpha.
//  3. Equally stable ones are ordered by the first number, the larger one first;
//     then by the second number, the larger one first. v10 comes before v2.
//  4. Ordinary names are in ascending byte order: foo1, foo10, foo2.
//
// So v10, v2, v1, v11beta2, v10beta3, v3beta1, v12alpha1, v11alpha2, foo1, foo10 is in order.
//
// # Differences from the reference
//
// The reference is CompareKubeAwareVersionStrings of k8s.io/apimachinery/pkg/version. It has
// the opposite sign, and returns a difference of numbers, while [Compare] returns only a
// sign. Names of equal priority, v1 and v01, keep their order: row D13 of DEVIATIONS.md.
//
// All functions are pure.
package versionpriority

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Compare returns a negative number if a server offers version a before version b, a positive
// one if it offers b before a, and zero if they have equal priority. The order is total, for
// [slices.SortFunc], and comparing allocates nothing.
//
// Rule: k8s.io/apimachinery/pkg/version, CompareKubeAwareVersionStrings with the opposite
// sign;
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority
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

// Sort returns a new slice in the server's order. Versions of equal priority keep their order.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, the order of versions in group
// discovery.
func Sort(versions []string) []string {
	sorted := slices.Clone(versions)
	slices.SortStableFunc(sorted, Compare)
	return sorted
}

// Preferred returns the first element of [Sort], or "": preferredVersion in group discovery.
func Preferred(versions []string) string {
	if len(versions) == 0 {
		return ""
	}
	return slices.MinFunc(versions, Compare)
}

func (v kubeVersion) compare(w kubeVersion) int {
	return cmp.Or(
		cmp.Compare(v.stability, w.stability),
		cmp.Compare(w.major, v.major),
		cmp.Compare(w.minor, v.minor),
	)
}

// stability is how stable a version is; smaller ones are offered earlier.
type stability uint8

const (
	stable stability = iota
	beta
	alpha
)

// kubeVersion is a kube-like name. minor is 0 if it is stable.
type kubeVersion struct {
	stability    stability
	major, minor int64
}

// parse avoids a regular expression: it would allocate its matches for each comparison.
func parse(name string) (v kubeVersion, ok bool) {
	rest, ok := strings.CutPrefix(name, "v")
	if !ok {
		return kubeVersion{}, false
	}
	if v.major, rest, ok = cutNumber(rest); !ok || rest == "" {
		return v, ok
	}
	if v.stability, rest, ok = cutStability(rest); !ok {
		return kubeVersion{}, false
	}
	v.minor, rest, ok = cutNumber(rest)
	return v, ok && rest == ""
}

func cutStability(s string) (word stability, rest string, ok bool) {
	if rest, ok = strings.CutPrefix(s, "beta"); ok {
		return beta, rest, true
	}
	rest, ok = strings.CutPrefix(s, "alpha")
	return alpha, rest, ok
}

// cutNumber cuts a number that fits into an int64 off the front of s.
func cutNumber(s string) (n int64, rest string, ok bool) {
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
