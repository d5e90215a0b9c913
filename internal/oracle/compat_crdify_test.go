package oracle

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/crdify/pkg/config"
	"sigs.k8s.io/crdify/pkg/runner"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upgrades"
)

// crdify returns the tool with its default configuration but for the policy for changes that
// none of its checks handles. An empty policy is the default, an error.
func crdify(t testing.TB, unhandled config.EnforcementPolicy) *runner.Runner {
	t.Helper()
	settings := &config.Config{UnhandledEnforcement: unhandled}
	require.NoError(t, config.ValidateConfig(settings)) // sets the defaults
	out, err := runner.New(settings, runner.DefaultRegistry())
	require.NoError(t, err)
	return out
}

// refusesUpgrade reports whether crdify fails for an update of a CRD.
func refusesUpgrade(with *runner.Runner, oldCRD, newCRD map[string]any) (bool, error) {
	var before, after apiextensionsv1.CustomResourceDefinition
	for manifest, out := range map[*map[string]any]*apiextensionsv1.CustomResourceDefinition{&oldCRD: &before, &newCRD: &after} {
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(*manifest, out); err != nil {
			return false, err
		}
	}
	return with.Run(&before, &after).HasFailures(), nil
}

// TestCompatCrdify counts what compat and crdify say about updates. If crdify finds an effect that
// is known by construction, compat does, too. TestCompatReal judges what compat says of real updates.
func TestCompatCrdify(t *testing.T) {
	tool := crdify(t, "")
	var lock sync.Mutex
	counts := map[string]int{}
	real := parity.Map(parity.Join(parity.Tenth(neighbors(t)), editedUpgrades(t, parity.Full(700))), func(in realUpgrade) upgrades.Upgrade {
		return upgrades.Upgrade{Old: in.old, New: in.new}
	})
	cases := parity.Join(parity.Generated(parity.Full(2_000), upgrades.Known), real)
	parity.Run(t, "compat-crdify", cases, func(c *parity.Check, in upgrades.Upgrade) {
		got, err := compat.Compare(context.Background(), in.Old, in.New)
		refused, failed := refusesUpgrade(tool, in.Old, in.New)
		if err != nil || failed != nil {
			c.Void()
			return
		}
		kind := "real"
		if in.Name != "" {
			kind = "known"
			c.Equal("only crdify finds "+in.Name, refused && len(in.Effect) > 0 && got.Verdict() == compat.Safe, false)
		}
		lock.Lock()
		defer lock.Unlock()
		counts[fmt.Sprintf("%s: compat %s, crdify refuses: %v", kind, got.Verdict(), refused)]++
	})
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%s: %d", what, counts[what])
	}
}

// TestCrdifyPage compares the table of docs/CRDIFY.md with the answers. With CRDIFY_UPDATE=1 it
// writes the table.
func TestCrdifyPage(t *testing.T) {
	tools := []*runner.Runner{crdify(t, ""), crdify(t, config.EnforcementPolicyNone)}
	table := "| update | effect | compat | crdify | crdify, unhandled ignored |\n|---|---|---|---|---|\n"
	for _, e := range append(upgrades.All(), upgrades.Transition) {
		answers := map[string]bool{}
		wrong := make([]int, len(tools))
		for seed := range uint64(10) {
			oldSchema, newSchema := e.Make(rand.New(rand.NewPCG(seed, 35)))
			before, after := upgrades.CRD(oldSchema), upgrades.CRD(newSchema)
			got, err := compat.Compare(t.Context(), before, after)
			require.NoError(t, err, e.Name)
			answers[got.Verdict().String()] = true
			for i, tool := range tools {
				refused, err := refusesUpgrade(tool, before, after)
				require.NoError(t, err, e.Name)
				if refused != (len(e.Effect) > 0) {
					wrong[i]++
				}
			}
		}
		table += fmt.Sprintf("| %s | %s | %s | %s | %s |\n", e.Name, effects(e), words(answers), crdifyWords(e, wrong[0]), crdifyWords(e, wrong[1]))
	}
	name := filepath.Join("..", "..", "docs", "CRDIFY.md")
	page, err := os.ReadFile(name)
	require.NoError(t, err)
	const head = "<!-- the table is made by TestCrdifyPage of internal/oracle -->\n"
	before, _, found := strings.Cut(string(page), head)
	require.True(t, found)
	want := before + head + table
	if os.Getenv("CRDIFY_UPDATE") == "1" {
		require.NoError(t, os.WriteFile(name, []byte(want), 0o644))
	}
	assert.Equal(t, want, string(page))
}

func effects(e upgrades.Edit) string {
	var out []string
	for _, effect := range e.Effect {
		out = append(out, effect.String())
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, " or ")
}

func words(answers map[string]bool) string {
	var out []string
	for _, verdict := range []compat.Verdict{compat.Safe, compat.Breaking, compat.Unproven} {
		if answers[verdict.String()] {
			out = append(out, verdict.String())
		}
	}
	return strings.Join(out, " or ")
}

// crdifyWords returns the cell of a table: which of 10 answers of crdify are right.
func crdifyWords(e upgrades.Edit, wrong int) string {
	switch {
	case wrong == 0:
		return "right"
	case len(e.Effect) > 0:
		return fmt.Sprintf("**passes %d of 10**", wrong)
	}
	return fmt.Sprintf("**false alarm, %d of 10**", wrong)
}
