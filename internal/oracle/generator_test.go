package oracle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdtest/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// TestGeneratedValid compares the answers to objects that crdtest/generate calls valid. The
// reference must accept each of them.
func TestGeneratedValid(t *testing.T) {
	kinds := generatedKinds(t)
	var cases []parity.Cases[generated]
	for _, k := range kinds {
		cases = append(cases, parity.Cases[generated]{N: parity.Full(20_000)/len(kinds) + 1, At: func(i int) (string, generated) {
			obj, err := generate.New(k.served()).Valid(context.Background(), i)
			return fmt.Sprint(k.label, " object ", i), generated{k, generate.Case{Object: obj}, err}
		}})
	}
	made := tally{}
	parity.Run(t, "gen-valid", parity.Join(cases...), func(c *parity.Check, in generated) { compareGenerated(c, in, &made) })
	without := 0
	for _, k := range kinds {
		if made.got[k.label] == 0 {
			without++
			t.Log("no object:", k.label)
		}
	}
	t.Logf("kinds without an object: %d of %d", without, len(kinds))
	require.LessOrEqual(t, without, max(1, len(kinds)/50))
}

// TestGeneratedNearMiss compares the answers to objects that break one keyword or rule. The
// reference must report the one error that crdtest/generate says.
func TestGeneratedNearMiss(t *testing.T) {
	type target struct {
		generatedKind
		generate.Target
	}
	var targets []target
	for _, k := range generatedKinds(t) {
		for _, about := range generate.New(k.served()).Targets() {
			targets = append(targets, target{k, about})
		}
	}
	cases := parity.Cases[generated]{N: parity.FullOr(25_000, 1_200), At: func(i int) (string, generated) {
		at, round := targets[i*1_000_003%len(targets)], i/len(targets) // targets of all kinds
		g := generate.New(at.served(), generate.WithSeed(uint64(round)), generate.WithAttempts(max(40, parity.Full(120))))
		miss, err := g.NearMiss(context.Background(), at.Target)
		miss.Target = at.Target
		return fmt.Sprint(at.label, " ", at.Target, " seed ", round), generated{at.generatedKind, miss, err}
	}}
	made, rules := tally{}, tally{}
	parity.Run(t, "gen-near-miss", cases, func(c *parity.Check, in generated) {
		if in.Target.IsRule() {
			rules.add(fmt.Sprint("broken: ", in.err == nil))
		}
		compareGenerated(c, in, &made)
	})
	t.Logf("rules (each near miss is an edit of an object that satisfies the rule): %v", rules.got)
	t.Logf("near misses: %d of %d searches in %d targets", made.sum(), cases.N, len(targets))
}

// generatedKind is one version of a definition of the corpus.
type generatedKind struct {
	endpoint
	label string
}

func (k generatedKind) served() *crdschema.Version {
	v, _ := k.ours.Version(k.version)
	return v
}

func generatedKinds(t *testing.T) (out []generatedKind) {
	for _, s := range corpus.Load(t).Schemas() {
		if e, ok := newEndpoint(s.CRD.Manifest, s.Version); ok {
			out = append(out, generatedKind{e, s.Label()})
		}
	}
	require.NotEmpty(t, out)
	return out
}

// generated is a result of crdtest/generate.
type generated struct {
	generatedKind
	generate.Case
	err error
}

// MarshalJSON returns the objects for reports.
func (g generated) MarshalJSON() ([]byte, error) {
	return upstream.Encode(map[string]any{"object": g.Object, "old": g.Old})
}

// tally counts the objects of each kind.
type tally struct {
	sync.Mutex
	got map[string]int
}

func (n *tally) add(label string) {
	n.Lock()
	defer n.Unlock()
	if n.got == nil {
		n.got = map[string]int{}
	}
	n.got[label]++
}

func (n *tally) sum() (all int) {
	for _, k := range n.got {
		all += k
	}
	return all
}

// compareGenerated compares the answers to a request, and the reference's with what the
// generator says.
func compareGenerated(c *parity.Check, in generated, made *tally) {
	var u *generate.UnsatisfiedError
	if errors.As(in.err, &u) {
		c.Void()
		return
	}
	if in.err != nil {
		c.Fail("generator", nil, nil, "%v", in.err)
		return
	}
	made.add(in.label)
	req := request{endpoint: in.endpoint, object: in.Object}
	if in.Old != nil {
		req.old = ofVersion(in.Old, "7")
		req.object = ofVersion(in.Object, "7")
	}
	compareRequest(c, req, in.Operation)
	decoded := in.theirs.Read(req.object, upstream.Request)
	if decoded.Error != "" {
		c.Fail("decoded", nil, decoded.Error, "the generator's object")
		return
	}
	theirs := admitted(req, decoded.Object, in.Operation)
	said := structural.Errors{}
	if in.Error != nil {
		said = append(said, in.Error)
	}
	c.Equal("refused", "", theirs.Refused)
	c.Texts("the one error", c.OurTexts(said), slices.DeleteFunc(once(theirs.Errors), func(text string) bool {
		return strings.Contains(text, "some validation rules were not checked")
	}))
}
