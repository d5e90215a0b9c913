package crdtest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// LCOVOption adjusts [Coverage.LCOV].
type LCOVOption interface{ applyToLCOV(l *lcov) }

// lcov is what the options of LCOV say.
type lcov struct{ folder string }

type lcovOption func(l *lcov)

func (o lcovOption) applyToLCOV(l *lcov) { o(l) }

// WithPathPrefix puts a text before the name of the file, such as "config/crd/" for a file system of
// os.DirFS("../config/crd").
func WithPathPrefix(prefix string) LCOVOption { return lcovOption(func(l *lcov) { l.folder = prefix }) }

// LCOV returns the points as a tracefile of lcov: a branch that holds and one that does not for
// each point, and for a value of an enum only the first. The count of a line is the largest of its points.
func (c *Coverage) LCOV(opts ...LCOVOption) string {
	var l lcov
	for _, opt := range opts {
		opt.applyToLCOV(&l)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "TN:\nSF:%s%s\n", l.folder, c.definition.source.file)
	points := c.Points()
	writeBranches(&text, points)
	writeLines(&text, points)
	text.WriteString("end_of_record\n")
	return text.String()
}

func writeBranches(text *strings.Builder, points []Point) {
	found, hit := 0, 0
	for i, p := range points {
		counts := []int{p.True, p.False}
		if p.Kind == "value" {
			counts = counts[:1]
		}
		for branch, n := range counts {
			found++
			if n > 0 {
				hit++
			}
			fmt.Fprintf(text, "BRDA:%d,%d,%d,%s\n", p.line(), i, branch, p.taken(n))
		}
	}
	fmt.Fprintf(text, "BRF:%d\nBRH:%d\n", found, hit)
}

// taken returns how often a branch was taken, or "-" for a point that was never evaluated.
func (p Point) taken(n int) string {
	if p.True+p.False == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

func writeLines(text *strings.Builder, points []Point) {
	counts := map[int]int{}
	for _, p := range points {
		counts[p.line()] = max(counts[p.line()], p.True+p.False)
	}
	hit := 0
	for _, line := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(text, "DA:%d,%d\n", line, counts[line])
		hit += min(1, counts[line])
	}
	fmt.Fprintf(text, "LF:%d\nLH:%d\n", len(counts), hit)
}

// line returns the line of the position "file:line:column", or 1 for a CRD that has no text.
func (p Point) line() (line int) {
	if parts := strings.Split(p.Position, ":"); len(parts) > 2 {
		_, _ = fmt.Sscan(parts[len(parts)-2], &line)
	}
	return cmp.Or(line, 1)
}
