package names_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/names"
)

var checks = map[string]func(string) []string{
	"DNS1123Label":      names.DNS1123Label,
	"DNS1123Subdomain":  names.DNS1123Subdomain,
	"DNS1035Label":      names.DNS1035Label,
	"QualifiedName":     names.QualifiedName,
	"LabelValue":        names.LabelValue,
	"PathSegmentName":   names.PathSegmentName,
	"PathSegmentPrefix": names.PathSegmentPrefix,
}

func TestNames(t *testing.T) {
	cases.Run(t, "testdata/names.yaml", []string{"valid", "wrong"}, func(t *testing.T, c cases.Case) {
		check := checks[c.Name]
		require.NotNil(t, check)
		for _, name := range c.Texts(t, "valid") {
			assert.Nil(t, check(name), name)
			assert.Zero(t, testing.AllocsPerRun(5, func() { check(name) }), name)
		}
		for name, want := range c.Object(t, "wrong") {
			assert.Equal(t, want, anys(check(name)), name)
		}
	})
}

func anys(texts []string) any {
	out := make([]any, len(texts))
	for i, text := range texts {
		out[i] = text
	}
	return out
}

func TestPorts(t *testing.T) {
	for _, port := range []int64{1, 443, 65535} {
		assert.Nil(t, names.Port(port))
	}
	for _, port := range []int64{0, -1, 65536, math.MaxInt64, math.MinInt64} {
		assert.Equal(t, []string{"must be between 1 and 65535, inclusive"}, names.Port(port))
	}
}

func TestMaskTrailingDash(t *testing.T) {
	for name, want := range map[string]string{"": "", "-": "-", "a": "a", "a-": "a", "ab-": "aa", "a--": "aa", "--": "a", "é-": "\xc3a", "a-b": "a-b"} {
		assert.Equal(t, want, names.MaskTrailingDash(name), name)
	}
}

// TestLongNames checks that the errors of a long name do not print it.
func TestLongNames(t *testing.T) {
	for _, part := range []string{"a", "a.", "a/", "-", "%"} {
		long := strings.Repeat(part, 1<<20)
		for name, check := range checks {
			for _, text := range check(long) {
				assert.Less(t, len(text), 500, name)
			}
		}
	}
}

func BenchmarkDNS1123Subdomain(b *testing.B) {
	for _, name := range []string{"a", "example.com", "backendtlspolicies.gateway.networking.k8s.io"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				names.DNS1123Subdomain(name)
			}
		})
	}
}

func TestIsMeta(t *testing.T) {
	assert.True(t, names.IsMeta("apiVersion") && names.IsMeta("kind") && names.IsMeta("metadata"))
	assert.False(t, names.IsMeta("Kind") || names.IsMeta(""))
}
