package structural_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

var nameChecks = map[string]func(string) []string{
	"DNS1123Label":      structural.CheckDNS1123Label,
	"DNS1123Subdomain":  structural.CheckDNS1123Subdomain,
	"DNS1035Label":      structural.CheckDNS1035Label,
	"QualifiedName":     structural.CheckQualifiedName,
	"LabelValue":        structural.CheckLabelValue,
	"PathSegmentName":   structural.CheckPathSegmentName,
	"PathSegmentPrefix": structural.CheckPathSegmentPrefix,
}

func TestNames(t *testing.T) {
	cases.Run(t, "testdata/names.yaml", []string{"valid", "wrong"}, func(t *testing.T, c cases.Case) {
		check := nameChecks[c.Name]
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

func TestLabelKeysAreQualifiedNames(t *testing.T) {
	for _, name := range []string{"a", "example.com/a", "", "a/b/c"} {
		assert.Equal(t, structural.CheckQualifiedName(name), structural.CheckLabelKey(name))
	}
}

func TestPorts(t *testing.T) {
	for _, port := range []int64{1, 443, 65535} {
		assert.Nil(t, structural.CheckPort(port))
	}
	for _, port := range []int64{0, -1, 65536, math.MaxInt64, math.MinInt64} {
		assert.Equal(t, []string{"must be between 1 and 65535, inclusive"}, structural.CheckPort(port))
	}
}

func TestMaskTrailingDash(t *testing.T) {
	for name, want := range map[string]string{"": "", "-": "-", "a": "a", "a-": "a", "ab-": "aa", "a--": "aa", "--": "a", "é-": "\xc3a", "a-b": "a-b"} {
		assert.Equal(t, want, structural.MaskTrailingDash(name), name)
	}
}

// Names of any length are checked in one pass.
func TestLongNames(t *testing.T) {
	for _, part := range []string{"a", "a.", "a/", "-", "%"} {
		long := strings.Repeat(part, 1<<20)
		for name, check := range nameChecks {
			for _, text := range check(long) {
				assert.Less(t, len(text), 500, name)
			}
		}
	}
}
