package oracle

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/versionpriority"
)

// TestVersionPriority compares every pair of a list, with our sign the opposite
// of the reference's. The sorted list must follow the reference's order, with
// names of equal priority in their original order.
func TestVersionPriority(t *testing.T) {
	cases := parity.Generated(parity.Full(100_000), versionList)
	parity.Run(t, "versionpriority", cases, func(c *parity.Check, names []string) {
		for _, a := range names {
			for _, b := range names {
				c.Equal(fmt.Sprintf("Compare(%q, %q)", a, b),
					int64(versionpriority.Compare(a, b)), int64(-cmp.Compare(upstream.CompareVersions(a, b), 0)))
			}
		}
		sorted := slices.Clone(names)
		slices.SortStableFunc(sorted, func(a, b string) int { return upstream.CompareVersions(b, a) })
		c.Equal("Sort", versionpriority.Sort(slices.Clone(names)), sorted)
	})
}

// versionList returns up to twelve names, most of them kube-like or nearly so.
func versionList(seed uint64) []string {
	r := parity.Rand(seed)
	list := make([]string, 1+r.IntN(12))
	for i := range list {
		list[i] = versionName(r)
	}
	return list
}

func versionName(r *rand.Rand) string {
	if r.IntN(8) == 0 {
		return pick(r, "", "v", "foo", "foo10", "foo2", "V1", "v1.1", "latest", "v1rc1", "v-1", "v+1", "v1alpha", "v１", "ver1", "1", "\xff")
	}
	name := pick(r, "v", "v", "v", "v", "v", "v", "v", "V", "", "vv") + versionNumber(r)
	if r.IntN(2) == 0 {
		name += pick(r, "alpha", "beta", "alpha", "beta", "alpha", "beta", "gamma", "Beta", "alphabeta") + versionNumber(r)
	}
	if r.IntN(12) == 0 {
		name += pick(r, "-", "x", " ", "1", "\n", "beta2")
	}
	return name
}

func versionNumber(r *rand.Rand) string {
	if r.IntN(10) == 0 {
		return pick(r, "", "0", "00", "01", "9223372036854775807", "9223372036854775808", "99999999999999999999", "-1", "+1", "1_0", "0x1")
	}
	return fmt.Sprint(r.IntN(pick(r, 3, 20, 1000)))
}

func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }
