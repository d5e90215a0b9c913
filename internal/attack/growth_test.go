package attack

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	maxExponent = 1.1
	// maxPeak is the largest heap per byte of input, beside freeHeap.
	maxPeak, freeHeap = 50, 8 << 20
	// fewOperations and fewBytes are what a call at the largest size may take without being
	// looked at: its growth would be that of noise.
	fewOperations, fewBytes = 200_000, 1 << 20
	// smallBudget is the budget of the calls.
	smallBudget = 1 << 22
)

var (
	markdown  = flag.String("growth", "", "the file for the table of TestGrowth, in Markdown")
	onlyShape = flag.String("shape", "", "the only shape of TestGrowth")
)

// line is a row of the table: a function with a shape, measured at all sizes.
type line struct {
	shape, function   string
	points            []measurement
	operations, bytes float64 // exponents
	peak              float64 // bytes of heap for a byte of input
	late              time.Duration
	measured          bool // at the largest size, with its heap
}

// TestGrowth calls every public function with every shape at growing sizes, counts basic
// blocks and allocated bytes, and compares how they grow with testdata/growth.yaml.
func TestGrowth(t *testing.T) {
	limits := readTable(t)
	if !full && *markdown == "" {
		t.Skip("only with ATTACK_FULL=1, or for the table with -growth")
	}
	counting := buildProbe(t, "-cover", "-covermode=atomic", "-coverpkg="+counted(t))
	sizes := []int{1000, 5000, 25_000}
	plain := ""
	if full {
		sizes = []int{1000, 10_000, 100_000, 1_000_000}
		plain = buildProbe(t)
	}
	var all []*line
	for _, shape := range slices.Sorted(maps.Keys(shapes)) {
		if *onlyShape != "" && *onlyShape != shape {
			continue
		}
		lines := measureShape(t, counting, shape, sizes)
		if full {
			measureHeaps(t, plain, shape, sizes[len(sizes)-1], lines)
		}
		for _, l := range lines {
			l.check(t, limits.limits(shape, l.function))
		}
		all = append(all, lines...)
	}
	if *onlyShape == "" {
		for _, e := range limits.Exceptions {
			assert.True(t, e.used, "growth.yaml: no row needs %v %v", e.Shapes, e.Functions)
		}
	}
	summary(t, all, limits)
}

// counted returns the packages whose basic blocks are counted: those of the library and most
// of what they use.
func counted(t *testing.T) string {
	list := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "./probe")
	output, err := list.Output()
	require.NoError(t, err)
	packages := []string{"regexp", "regexp/syntax", "sort", "strings", "strconv", "encoding/json", "unicode/utf8", "bytes", "slices", "maps"}
	for name := range strings.FieldsSeq(string(output)) {
		for _, part := range []string{module, "yaml", "structured-merge-diff", "cel-go/interpreter", "cel-go/common/types", "semver"} {
			if strings.Contains(name, part) {
				packages = append(packages, name)
				break
			}
		}
	}
	return strings.Join(packages, ",")
}

// measureShape counts the calls of all functions with one shape at all sizes.
func measureShape(t *testing.T, binary, shape string, sizes []int) []*line {
	lines := map[string]*line{}
	for _, size := range sizes {
		j := job{Kind: "growth", Name: shape, Size: size, Budget: smallBudget}
		for name, m := range j.all(t, binary) {
			m.Input = size // of what grows: the rest of the input does not
			if lines[name] == nil {
				lines[name] = &line{shape: shape, function: name}
			}
			lines[name].points = append(lines[name].points, m)
		}
	}
	out := []*line{}
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		l := lines[name]
		l.operations = exponent(l.points, func(m measurement) uint64 { return m.Operations }, fewOperations)
		l.bytes = exponent(l.points, func(m measurement) uint64 { return m.Bytes }, fewBytes)
		out = append(out, l)
	}
	return out
}

// all runs children until every function has been measured.
func (j job) all(t *testing.T, binary string) map[string]measurement {
	out := map[string]measurement{}
	for j.From >= 0 {
		j.From = j.some(t, binary, out)
	}
	return out
}

// some runs a child and returns the number of the function after the one that it died of, or
// -1.
func (j job) some(t *testing.T, binary string, out map[string]measurement) int {
	child := exec.Command(binary)
	text, _ := json.Marshal(j)
	child.Env = append(os.Environ(), childVariable+"="+string(text), "GOCOVERDIR="+t.TempDir())
	var problems strings.Builder
	child.Stderr = &problems
	stdout, err := child.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	last := result{Number: -1}
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		var r result
		require.NoError(t, json.Unmarshal(lines.Bytes(), &r), lines.Text())
		if last = r; r.Measured != nil {
			out[r.Function] = *r.Measured
		}
	}
	if err := child.Wait(); err == nil {
		return -1
	}
	require.GreaterOrEqual(t, last.Number, 0, "%s at %d: the input cannot be made: %s", j.Name, j.Size, problems.String())
	out[last.Function] = measurement{Died: death(problems.String()), Input: j.Size}
	return last.Number + 1
}

// measureHeaps measures the heap, and how late the call is after its context, of all
// functions that are not cheap.
func measureHeaps(t *testing.T, binary, shape string, size int, lines []*line) {
	byName := map[string]*line{}
	j := job{Kind: "growth", Name: shape, Size: size, Heap: true, Only: []string{"-"}}
	for _, l := range lines {
		if p := l.points[len(l.points)-1]; p.Operations >= fewOperations || p.Bytes >= fewBytes || p.Died != "" {
			byName[l.function] = l
			j.Only = append(j.Only, l.function)
		}
	}
	for name, m := range j.all(t, binary) {
		l := byName[name]
		l.measured = true
		if m.Died != "" {
			l.points[len(l.points)-1].Died = m.Died
		}
		l.peak = max(0, float64(m.Peak)-freeHeap) / float64(max(1, m.Input))
		l.late = m.Time
	}
	j.Deadline, j.Only = 20*time.Millisecond, j.Only[:1]
	for name, l := range byName {
		if l.late > j.Deadline {
			j.Only = append(j.Only, name)
		}
		l.late = 0
	}
	for name, m := range j.all(t, binary) {
		byName[name].late = m.Late
	}
}

// exponent returns the slope of the line through the logarithms of input and measure with the
// least squares, or 0 if the last measure is small.
func exponent(points []measurement, of func(measurement) uint64, few uint64) float64 {
	if len(points) < 2 || of(points[len(points)-1]) < few {
		return 0
	}
	var x, y, xx, xy float64
	n := float64(len(points))
	for _, p := range points {
		a, b := math.Log(float64(max(1, p.Input))), math.Log(float64(max(1, of(p))))
		x, y, xx, xy = x+a, y+b, xx+a*a, xy+a*b
	}
	return (n*xy - x*y) / (n*xx - x*x)
}

// check compares a row with its limits.
func (l *line) check(t *testing.T, limits exception) {
	last := l.points[len(l.points)-1]
	name := l.shape + ": " + l.function
	for _, p := range l.points {
		assert.Empty(t, p.Died, "%s, %d bytes", name, p.Input)
		assert.NotContains(t, p.Error, "panic: ", name)
	}
	if limits.Product && last.TooMuch {
		return
	}
	assert.LessOrEqual(t, l.operations, limits.Operations, "%s: the exponent of operations: %s", name, l.series())
	assert.LessOrEqual(t, l.bytes, limits.Bytes, "%s: the exponent of bytes: %s", name, l.series())
	assert.LessOrEqual(t, l.peak, limits.Peak, "%s: the heap per byte", name)
	assert.LessOrEqual(t, l.late, maxLate, "%s: after the end of its context", name)
}

// series returns what was measured at each size.
func (l *line) series() string {
	var parts []string
	for _, p := range l.points {
		parts = append(parts, fmt.Sprintf("%d: %d ops %d B %s", p.Input, p.Operations, p.Bytes, p.Error[:min(len(p.Error), 40)]))
	}
	return strings.Join(parts, "; ")
}

// summary prints the last line, and writes the table to the file of the flag.
func summary(t *testing.T, all []*line, limits table) {
	var operations, bytes, peak float64
	var late time.Duration
	products := 0
	var b strings.Builder
	b.WriteString("| shape | function | bytes | operations | ^ | allocated | ^ | peak/byte | late |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, l := range all {
		last := l.points[len(l.points)-1]
		peak, late = max(peak, l.peak), max(late, l.late)
		if limits.limits(l.shape, l.function).Product && last.TooMuch {
			products++
		} else {
			operations, bytes = max(operations, l.operations), max(bytes, l.bytes)
		}
		if l.operations > 0 || l.bytes > 0 {
			fmt.Fprintf(&b, "| %s | %s | %d | %d | %.2f | %d | %.2f | %.0f | %d ms |\n", l.shape, l.function, last.Input, last.Operations, l.operations, last.Bytes, l.bytes, l.peak, l.late.Milliseconds())
		}
	}
	if *markdown != "" {
		require.NoError(t, os.WriteFile(*markdown, []byte(b.String()), 0o644))
	}
	fmt.Printf("attack growth: rows=%d products=%d worst-ops=%.2f worst-bytes=%.2f worst-peak=%.0f worst-late=%dms\n", len(all), products, operations, bytes, peak, late.Milliseconds())
}
