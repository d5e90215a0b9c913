package versionpriority_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/versionpriority"
)

// ranking is one paragraph of testdata/order.txt: ranks of versions of equal
// priority, the first offered first.
type ranking struct {
	name  string
	ranks [][]string
}

func (r ranking) versions() []string { return slices.Concat(r.ranks...) }

func readRankings(t testing.TB) []ranking {
	t.Helper()
	text, err := os.ReadFile("testdata/order.txt")
	require.NoError(t, err)
	var all []ranking
	for paragraph := range strings.SplitSeq(string(text), "\n\n") {
		if r := readRanking(t, paragraph); len(r.ranks) > 0 {
			all = append(all, r)
		}
	}
	require.NotEmpty(t, all)
	return all
}

func readRanking(t testing.TB, paragraph string) (r ranking) {
	t.Helper()
	for line := range strings.Lines(paragraph) {
		line = strings.TrimSpace(line)
		if comment, ok := strings.CutPrefix(line, "# "); ok {
			r.name = comment
		} else if strings.HasPrefix(line, `"`) {
			version, err := strconv.Unquote(line)
			require.NoError(t, err, line)
			r.ranks = append(r.ranks, []string{version})
		} else if line != "" {
			r.ranks = append(r.ranks, strings.Fields(line))
		}
	}
	return r
}

func sign(n int) int { return min(1, max(-1, n)) }

func TestCompareOrdersEveryPair(t *testing.T) {
	for _, r := range readRankings(t) {
		t.Run(r.name, func(t *testing.T) {
			for i, first := range r.ranks {
				for j, second := range r.ranks {
					for _, a := range first {
						for _, b := range second {
							want := sign(i - j)
							assert.Equal(t, want, sign(versionpriority.Compare(a, b)), "%q and %q", a, b)
						}
					}
				}
			}
		})
	}
}

func TestSortRestoresTheOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, r := range readRankings(t) {
		t.Run(r.name, func(t *testing.T) {
			for range 20 {
				given := r.versions()
				random.Shuffle(len(given), func(i, j int) { given[i], given[j] = given[j], given[i] })
				kept := slices.Clone(given)

				sorted := versionpriority.Sort(given)

				assert.Equal(t, kept, given, "the input was changed")
				assert.Equal(t, stableWant(r, given), sorted)
				assert.Equal(t, sorted[0], versionpriority.Preferred(given))
			}
		})
	}
}

// stableWant returns the versions in the order of their ranks, and versions of one rank in
// the given order.
func stableWant(r ranking, given []string) (want []string) {
	for _, rank := range r.ranks {
		for _, v := range given {
			if slices.Contains(rank, v) {
				want = append(want, v)
			}
		}
	}
	return want
}

func TestSortOfNothing(t *testing.T) {
	assert.Empty(t, versionpriority.Sort(nil))
	assert.Empty(t, versionpriority.Sort([]string{}))
	assert.Equal(t, "", versionpriority.Preferred(nil))
}

func TestSortReturnsANewSlice(t *testing.T) {
	given := []string{"v2", "v1"}
	sorted := versionpriority.Sort(given)
	sorted[0] = "changed"
	assert.Equal(t, []string{"v2", "v1"}, given)
}

func TestPreferredKeepsTheFirstOfEquals(t *testing.T) {
	assert.Equal(t, "v01", versionpriority.Preferred([]string{"v1beta1", "v01", "v1"}))
	assert.Equal(t, "v1", versionpriority.Preferred([]string{"v1", "v1beta1", "v01"}))
}

// TestCompareIsATotalPreorder checks the laws of sorting for all pairs and triples in the
// table.
func TestCompareIsATotalPreorder(t *testing.T) {
	var all []string
	for _, r := range readRankings(t) {
		all = append(all, r.versions()...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	order := make([][]int, len(all))
	for i, a := range all {
		order[i] = make([]int, len(all))
		for j, b := range all {
			order[i][j] = sign(versionpriority.Compare(a, b))
		}
	}
	for i := range all {
		require.Zero(t, order[i][i], "%q is not equal to itself", all[i])
		for j := range all {
			require.Equal(t, order[i][j], -order[j][i], "%q and %q", all[i], all[j])
			for k := range all {
				if order[i][j] <= 0 && order[j][k] <= 0 && order[i][k] > 0 {
					t.Fatalf("%q, %q, %q: not transitive", all[i], all[j], all[k])
				}
			}
		}
	}
}

func TestCompareAllocatesNothing(t *testing.T) {
	for _, pair := range [][2]string{{"v1", "v2"}, {"v1beta1", "v1alpha2"}, {"foo", "bar"}, {"v1", "foo"}, {"v99999999999999999999", "v1"}} {
		assert.Zero(t, testing.AllocsPerRun(100, func() { versionpriority.Compare(pair[0], pair[1]) }), pair)
	}
	versions := []string{"v1alpha1", "v1", "foo", "v1beta1"}
	assert.Zero(t, testing.AllocsPerRun(100, func() { versionpriority.Preferred(versions) }))
}
