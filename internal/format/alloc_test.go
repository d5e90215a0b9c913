package format

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func mayAllocate(name, s string) bool {
	switch name {
	case "email":
		return strings.Contains(s, "=?") || strings.Contains(s, "(") && strings.Count(s, "?") >= 4
	case "k8s-short-name":
		return !isShortName(s)
	case "k8s-long-name":
		return !isLongName(s)
	default:
		return false
	}
}

func TestNothingIsAllocated(t *testing.T) {
	for _, f := range formats {
		for _, v := range readTable(t, f.name) {
			if mayAllocate(f.name, v.text) {
				continue
			}
			assert.Zero(t, testing.AllocsPerRun(10, func() { f.accepts(v.text) }), "%s of %q", f.name, v.text)
		}
	}
}

func TestLookupOfANameWithoutDashesIsFree(t *testing.T) {
	assert.Zero(t, testing.AllocsPerRun(10, func() { Lookup("datetime", 37) }))
}

func BenchmarkFormat(b *testing.B) {
	for _, f := range formats {
		table := readTable(b, f.name)
		valid := table[0].text // every table begins with a typical string
		b.Run(f.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.accepts(valid)
			}
		})
	}
}

func BenchmarkInvalid(b *testing.B) {
	for _, f := range formats {
		b.Run(f.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.accepts("2024-02-30T00:00:00.5+01:00?")
			}
		})
	}
}
