package attack

import (
	"bufio"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	maxExponent = 1.1
	// maxPeak is the largest live heap per byte of input, beside freeHeap and the result.
	maxPeak, freeHeap = 50, 8 << 20
	// fewOperations and fewBytes are what a call at the largest size may take without being
	// looked at: its growth would be noise.
	fewOperations, fewBytes = 200_000, 4 << 20
	// maxPerStep is the largest number of operations for a step of a budget.
	maxPerStep = 100
)

var (
	markdown  = flag.String("growth", "", "the file for the table of TestGrowth, in Markdown")
	worst     = flag.String("doors", "", "the file for the worst rows of the main functions, in Markdown")
	onlyShape = flag.String("shape", "", "the only shapes of TestGrowth, with commas between them")
	onlyFunc  = flag.String("function", "", "the only functions of TestGrowth, with commas between them; a name may end in *")
	latest    = flag.Bool("late", false, "measure only how late calls return, at the largest size")
	largest   = flag.Int("largest", 1_000_000, "the largest size, with ATTACK_FULL=1")
)

// lateDeadline ends the contexts of calls of which the table shows how late they return.
const lateDeadline = 20 * time.Millisecond

// The sizes of inputs. Below the first one, buffers that double hide how a call grows.
var (
	sizes     = []int{10_000, 40_000, 160_000}
	fullSizes = []int{10_000, 40_000, 100_000}
)

// line is a row of the table: a function with a shape, measured at all sizes.
type line struct {
	shape, function   string
	points            []measurement
	operations, bytes float64 // exponents
	peak              float64 // bytes of heap for a byte of input
	beyond            float64 // of those the live ones that are not in the result
	late              time.Duration
	measured          bool // at the largest size, with its heap
}

// TestGrowth calls every public function with every shape at growing sizes, counts basic
// blocks and allocated bytes, and compares how they grow with testdata/growth.yaml.
func TestGrowth(t *testing.T) {
	g := growth{table: readTable(t)}
	if full || *latest {
		g.plain = buildProbe(t)
	}
	if !*latest {
		g.counting = buildProbe(t, "-cover", "-covermode=atomic", "-coverpkg="+counted(t))
	}
	t.Run("shapes", func(t *testing.T) {
		for _, shape := range slices.Sorted(maps.Keys(shapes)) {
			if matchesAny(listed(*onlyShape), shape) {
				t.Run(shape, func(t *testing.T) { g.measure(t, shape) })
			}
		}
	})
	if *onlyShape == "" && *onlyFunc == "" && !*latest {
		for _, e := range g.table.Exceptions {
			assert.True(t, e.used.Load(), "growth.yaml: there is no row for %v %v", e.Shapes, e.Functions)
		}
	}
	g.summary(t)
}

// growth is a run of TestGrowth.
type growth struct {
	table           table
	counting, plain string // the binaries
	mutex           sync.Mutex
	lines           []*line
}

// measure measures the rows of a shape and compares them with the table. Shapes are measured
// at the same time unless the heap and the time are of interest.
func (g *growth) measure(t *testing.T, shape string) {
	j := job{Kind: "growth", Name: shape, Products: g.table.products(shape), Only: listed(*onlyFunc)}
	var lines []*line
	switch {
	case *latest:
		g.measureLateness(t, j)
		return
	case full:
		lines = j.measureSizes(t, g.counting, fullSizes, nil)
		lines = j.measureSizes(t, g.counting, []int{*largest}, lines)
		j.measureHeaps(t, g.plain, *largest, lines)
	default:
		t.Parallel()
		lines = j.measureSizes(t, g.counting, sizes, nil)
		j.repeat(t, g.counting, g.table, lines)
	}
	for _, l := range lines {
		l.check(t, g.table.limits(shape, l.function))
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.lines = append(g.lines, lines...)
}

// measureLateness prints and checks how late calls return after the end of their context.
func (g *growth) measureLateness(t *testing.T, j job) {
	j.Size, j.Heap, j.Deadline = *largest, true, lateDeadline
	all := j.all(t, g.plain)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		m := all[name]
		if m.Late > maxLate/4 {
			fmt.Printf("late: %s: %s: %s %s\n", j.Name, name, milliseconds(m.Late), m.Error[:min(len(m.Error), 60)])
		}
		assert.Empty(t, m.Died, "%s: %s", j.Name, name)
		assert.LessOrEqual(t, m.Late, g.table.limits(j.Name, name).Late, "%s: %s: after the end of its context", j.Name, name)
	}
}

// listed returns the names of a flag, with commas between them.
func listed(names string) []string {
	if names == "" {
		return nil
	}
	return strings.Split(names, ",")
}

// counted returns the packages with counted basic blocks: the packages of the library and
// most of what they use.
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

// measureSizes counts the calls of all functions, or those given, at some sizes, and returns
// the lines with these added to what they have.
func (j job) measureSizes(t *testing.T, binary string, sizes []int, lines []*line) []*line {
	byName := map[string]*line{}
	for _, l := range lines {
		byName[l.function] = l
	}
	for _, size := range sizes {
		j.Size = size
		for name, m := range j.all(t, binary) {
			m.Input = size // of what grows: the rest of the input does not
			if byName[name] == nil {
				byName[name] = &line{shape: j.Name, function: name}
			}
			byName[name].points = append(byName[name].points, m)
		}
	}
	out := []*line{}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		byName[name].fit()
		out = append(out, byName[name])
	}
	return out
}

// fit computes the exponents from the points.
func (l *line) fit() {
	l.operations = exponent(l.points, func(m measurement) uint64 { return m.Operations }, fewOperations)
	l.bytes = exponent(l.points, func(m measurement) uint64 { return m.Bytes }, fewBytes)
}

// retries is how often a row over its limits is measured again.
const retries = 24

// repeat measures the rows over their limits again, for chance: a call may end at the first error in the
// order of a Go map, early or late, and find the pools of a library full or empty. At each size, the most
// operations and the fewest bytes count.
func (j job) repeat(t *testing.T, binary string, limits table, lines []*line) {
	for _, l := range lines {
		most := limits.limits(j.Name, l.function)
		for n := 0; n < retries && !most.Product && (l.operations > most.Operations || l.bytes > most.Bytes); n++ {
			j.Only = []string{l.function}
			for _, again := range j.measureSizes(t, binary, sizes, nil) {
				for i, p := range again.points {
					l.points[i].Operations = max(l.points[i].Operations, p.Operations)
					l.points[i].Bytes = min(l.points[i].Bytes, p.Bytes)
				}
			}
			l.fit()
		}
	}
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

// measureHeaps measures the heap, and how late the call is after its context, of the functions
// that are not cheap.
func (j job) measureHeaps(t *testing.T, binary string, size int, lines []*line) {
	byName := map[string]*line{}
	j.Size, j.Heap, j.Only = size, true, []string{"-"}
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
		perByte := func(heap uint64) float64 { return max(0, float64(heap)-freeHeap) / float64(max(1, m.Input)) }
		l.peak, l.beyond = perByte(m.Peak), perByte(m.beyond())
		l.late = m.Time
	}
	j.Deadline, j.Only = lateDeadline, j.Only[:1]
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
func (l *line) check(t *testing.T, limits limits) {
	last := l.points[len(l.points)-1]
	name := l.shape + ": " + l.function
	for _, p := range l.points {
		assert.Empty(t, p.Died, "%s, %d bytes", name, p.Input)
		assert.NotContains(t, p.Error, "panic: ", name)
	}
	assert.LessOrEqual(t, l.beyond, limits.Peak, "%s: the live heap per byte, without the result", name)
	assert.LessOrEqual(t, l.late, limits.Late, "%s: after the end of its context", name)
	assert.Equal(t, limits.Product, last.TooMuch, "%s: whether the call ends at its budget: %s", name, l.series())
	if limits.Product {
		assert.LessOrEqual(t, float64(last.Operations), limits.PerStep*productBudget, "%s: what is done before the budget is spent: %s", name, l.series())
		return
	}
	assert.LessOrEqual(t, l.operations, limits.Operations, "%s: the exponent of operations: %s", name, l.series())
	assert.LessOrEqual(t, l.bytes, limits.Bytes, "%s: the exponent of bytes: %s", name, l.series())
}

// series returns what was measured at each size.
func (l *line) series() string {
	var parts []string
	for _, p := range l.points {
		parts = append(parts, fmt.Sprintf("%d: %d ops %d B %s", p.Input, p.Operations, p.Bytes, p.Error[:min(len(p.Error), 40)]))
	}
	return strings.Join(parts, "; ")
}

// summary prints the last line, and writes the tables to the files of the flags.
func (g *growth) summary(t *testing.T) {
	var most line
	products := 0
	var rows strings.Builder
	rows.WriteString("| shape | function | bytes | operations | ^ | allocated | ^ | peak/byte | live/byte | late |\n|---|---|---|---|---|---|---|---|---|---|\n")
	slices.SortFunc(g.lines, func(a, b *line) int {
		return cmp.Or(cmp.Compare(a.shape, b.shape), cmp.Compare(a.function, b.function))
	})
	for _, l := range g.lines {
		last := l.points[len(l.points)-1]
		most.peak, most.beyond, most.late = max(most.peak, l.peak), max(most.beyond, l.beyond), max(most.late, l.late)
		if last.TooMuch {
			products++
		} else {
			most.operations, most.bytes = max(most.operations, l.operations), max(most.bytes, l.bytes)
		}
		if l.operations > 0 || l.bytes > 0 {
			fmt.Fprintf(&rows, "| %s | %s | %d | %d | %s | %d | %s | %.0f | %.0f | %d ms |\n", l.shape, l.function, last.Input, last.Operations, l.shown(l.operations), last.Bytes, l.shown(l.bytes), l.peak, l.beyond, l.late.Milliseconds())
		}
	}
	write(t, *markdown, rows.String())
	write(t, *worst, g.worst())
	fmt.Printf("attack growth: rows=%d products=%d worst-ops=%.2f worst-bytes=%.2f worst-peak=%.0f worst-live=%.0f worst-late=%dms\n", len(g.lines), products, most.operations, most.bytes, most.peak, most.beyond, most.late.Milliseconds())
}

func write(t *testing.T, file, text string) {
	if file != "" {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
}

// shown returns an exponent as text. A call that ends at its budget has none.
func (l *line) shown(exponent float64) string {
	if l.points[len(l.points)-1].TooMuch {
		return "budget"
	}
	return fmt.Sprintf("%.2f", exponent)
}

// worst returns the table of the main functions: for each the worst of its rows in each
// column, and the shapes of these.
func (g *growth) worst() string {
	byName := map[string][]*line{}
	for _, l := range g.lines {
		if matchesOne(g.table.Doors, l.function) {
			byName[l.function] = append(byName[l.function], l)
		}
	}
	var b strings.Builder
	b.WriteString("| function | operations ^ | bytes ^ | peak, bytes per byte of input | live, without the result | late, ms | ends at its budget |\n|---|---|---|---|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		lines := byName[name]
		column := func(format string, of func(*line) float64) string {
			l := slices.MaxFunc(lines, func(a, b *line) int { return cmp.Compare(of(a), of(b)) })
			if of(l) <= 0 {
				return "small"
			}
			return fmt.Sprintf(format+" (%s)", of(l), l.shape)
		}
		grown := func(of func(*line) float64) func(*line) float64 {
			return func(l *line) float64 {
				if l.points[len(l.points)-1].TooMuch {
					return 0
				}
				return of(l)
			}
		}
		var products []string
		for _, l := range lines {
			if l.points[len(l.points)-1].TooMuch {
				products = append(products, l.shape)
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s |\n", name,
			column("%.2f", grown(func(l *line) float64 { return l.operations })),
			column("%.2f", grown(func(l *line) float64 { return l.bytes })),
			column("%.0f", func(l *line) float64 { return l.peak }),
			column("%.0f", func(l *line) float64 { return l.beyond }),
			column("%.0f", func(l *line) float64 { return float64(l.late.Milliseconds()) }), strings.Join(products, ", "))
	}
	return b.String()
}
