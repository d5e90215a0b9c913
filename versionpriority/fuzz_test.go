package versionpriority_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema/versionpriority"
)

var kubeLike = regexp.MustCompile(`^v([0-9]+)(?:(alpha|beta)([0-9]+))?$`)

// key returns a text for a version so that the order of versions is the byte order of their
// texts.
func key(version string) string {
	parts := kubeLike.FindStringSubmatch(version)
	if parts == nil {
		return "ordinary " + version
	}
	stage := map[string]string{"": "0", "beta": "1", "alpha": "2"}[parts[2]]
	major, fits := descending(parts[1])
	minor, fitsToo := descending("0" + parts[3])
	if !fits || !fitsToo {
		return "ordinary " + version
	}
	return "kube " + stage + major + minor
}

// descending returns a number as 20 digits, a larger number as a smaller text.
func descending(digits string) (text string, fits bool) {
	n, err := strconv.ParseInt(digits, 10, 64)
	text = strconv.FormatUint(1<<63-uint64(n), 10)
	return strings.Repeat("0", 20-len(text)) + text, err == nil
}

func FuzzCompare(f *testing.F) {
	for _, r := range readRankings(f) {
		versions := r.versions()
		for i := range versions {
			f.Add(versions[i], versions[(i+1)%len(versions)])
		}
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		got := sign(versionpriority.Compare(a, b))
		if want := strings.Compare(key(a), key(b)); got != want {
			t.Errorf("Compare(%q, %q) is %d, want %d", a, b, got, want)
		}
		if back := sign(versionpriority.Compare(b, a)); back != -got {
			t.Errorf("Compare(%q, %q) is %d, but %d with the arguments swapped", a, b, got, back)
		}
		if sorted := versionpriority.Sort([]string{a, b}); versionpriority.Preferred([]string{a, b}) != sorted[0] {
			t.Errorf("Preferred of %q and %q is not the first of %q", a, b, sorted)
		}
	})
}
