package embedders

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

var updateKinds = flag.Bool("update-kinds", false, "add the kinds of differences to testdata/kinds.txt")

// comparison counts the differences between a project and a server.
type comparison struct {
	project                project
	mu                     sync.Mutex
	same, accepts, rejects int
	kinds                  map[string]int
	sample                 map[string]string
}

func newComparison(p project) *comparison {
	return &comparison{project: p, kinds: map[string]int{}, sample: map[string]string{}}
}

// compare compares the replacement's answer with the server's.
func (a *comparison) compare(c *parity.Check, in request, ours trace) {
	server := a.project.serve(in)
	c.Coded(server.Errors...)
	willing := server.Status() == nil
	kinds := a.project.differences(in, ours, server)
	a.mu.Lock()
	defer a.mu.Unlock()
	switch accepted := ours.accepts(); {
	case accepted == willing:
		a.same++
	case accepted:
		a.accepts++
	default:
		a.rejects++
	}
	for _, kind := range kinds {
		a.kinds[kind]++
		if _, known := a.sample[kind]; !known {
			text, _ := in.MarshalJSON()
			a.sample[kind] = string(text)
		}
	}
}

// kindsFile has a line for each kind of difference of each project.
const kindsFile = "testdata/kinds.txt"

// report prints the counts and checks that kindsFile has the kinds. If ORACLE_FULL=1, it
// may lack a kind that fewer than one case in 400 have.
func (a *comparison) report(t *testing.T) {
	t.Helper()
	names := slices.Sorted(maps.Keys(a.kinds))
	counts := make([]string, len(names))
	for i, name := range names {
		counts[i] = fmt.Sprint(name, " ", a.kinds[name])
	}
	fmt.Printf("embedder-%s against a server: same=%d accepts=%d rejects=%d; %s\n",
		a.project.name, a.same, a.accepts, a.rejects, strings.Join(counts, ", "))
	if os.Getenv("ORACLE_CASE") != "" {
		return
	}
	known := readKinds(t)
	if *updateKinds {
		known[a.project.name] = slices.Compact(slices.Sorted(slices.Values(append(known[a.project.name], names...))))
		writeKinds(t, known)
	}
	rare := 0
	if parity.Full(10) == 10 {
		rare = (a.same + a.accepts + a.rejects) / 400
	}
	for _, name := range names {
		if a.kinds[name] < rare {
			continue
		}
		assert.Contains(t, known[a.project.name], name, "a kind that %s does not have: %v", kindsFile, a.sample[name])
	}
}

func readKinds(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(kindsFile)
	require.NoError(t, err)
	out := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		if name, kind, found := strings.Cut(strings.TrimSpace(line), ": "); found {
			out[name] = append(out[name], kind)
		}
	}
	return out
}

func writeKinds(t *testing.T, kinds map[string][]string) {
	t.Helper()
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		for _, kind := range kinds[name] {
			fmt.Fprintf(&lines, "%s: %s\n", name, kind)
		}
	}
	require.NoError(t, os.WriteFile(kindsFile, []byte(lines.String()), 0o600))
}

// commit matches the first commit in the source of a project.
var commit = regexp.MustCompile(`[0-9a-f]{12}`)

// TestPage checks that docs/MIGRATING.md has the kinds of kindsFile: a table with a
// column for each project, and sentences about projects that check CRDs.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/MIGRATING.md")
	require.NoError(t, err)
	shown := map[string][]string{}
	var columns []string
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		switch {
		case strings.HasPrefix(line, "| | gatekeeper |"):
			columns = cells
		case len(columns) == 0 || len(cells) != len(columns):
		case strings.HasPrefix(cells[0], "| "):
			for i, name := range columns[1:] {
				if strings.TrimSuffix(cells[i+1], " |") == "x" {
					name = strings.TrimSuffix(name, " |")
					shown[name] = append(shown[name], strings.TrimPrefix(cells[0], "| "))
				}
			}
		}
		for name, beginning := range map[string]string{"crd-schema-checker": "crd-schema-checker, about schemas: ", "istio-definitions": "Istio, about CRDs: "} {
			if list, found := strings.CutPrefix(line, beginning); found {
				shown[name] = strings.Split(strings.TrimSuffix(strings.TrimSpace(list), "."), "; ")
			}
		}
	}
	for _, p := range projects {
		assert.Contains(t, string(page), commit.FindString(p.source), "the commit of %s", p.name)
	}
	known := readKinds(t)
	for name, kinds := range known {
		assert.ElementsMatch(t, kinds, shown[name], name)
	}
	assert.Len(t, shown, len(known))
}
