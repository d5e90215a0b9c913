package generate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/structural"
)

var flavours = []Flavour{Valid, Nearly, Hostile}

// everything calls every generator once.
func everything(g *Generator) []any {
	var out []any
	for _, f := range flavours {
		s := g.Schema(f)
		out = append(out, s, CRD(s))
		for _, o := range flavours {
			obj := g.Object(s, o)
			out = append(out, obj, g.Value(s, o), g.Undefault(obj, s), g.Mutate(obj, 3))
		}
		out = append(out, g.Metadata(f), g.Mutate(s, 2))
	}
	return append(out, g.JSON())
}

func TestSameSeedSameOutput(t *testing.T) {
	for seed := range uint64(50) {
		require.Equal(t, everything(New(seed)), everything(New(seed)), "seed %d", seed)
	}
	assert.NotEqual(t, everything(New(1)), everything(New(2)))
}

// TestGolden notices when anything about the output changes, on another
// platform or with another Go release say. After a change that is meant, put
// the new sum here.
func TestGolden(t *testing.T) {
	sum := sha256.New()
	for seed := range uint64(100) {
		text, err := json.Marshal(everything(New(seed, WithRules(), WithUnprunedDefaults())))
		require.NoError(t, err)
		sum.Write(text)
	}
	assert.Equal(t, "GOLDEN", hex.EncodeToString(sum.Sum(nil))[:16])
}

// TestValues checks the kinds of all values, and that no map or list occurs
// twice: within a result, in two results, or in an argument and a result.
func TestValues(t *testing.T) {
	for seed := range uint64(150) {
		seen := map[uintptr]bool{}
		for i, v := range everything(New(seed, WithUnprunedDefaults())) {
			require.NoError(t, checkValue(v, seen), "seed %d, value %d", seed, i)
		}
	}
}

func checkValue(v any, seen map[uintptr]bool) error {
	switch v := v.(type) {
	case nil, bool, int64:
		return nil
	case string:
		if !utf8.ValidString(v) {
			return fmt.Errorf("string %q is not UTF-8", v)
		}
		return nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%v", v)
		}
		return nil
	case map[string]any:
		if err := visit(reflect.ValueOf(v).Pointer(), seen); err != nil {
			return err
		}
		for key, e := range v {
			if err := checkValue(e, seen); err != nil || !utf8.ValidString(key) {
				return fmt.Errorf("%q: %w", key, err)
			}
		}
		return nil
	case []any:
		return checkList(v, seen)
	default:
		return fmt.Errorf("value of type %T", v)
	}
}

func checkList(v []any, seen map[uintptr]bool) error {
	if cap(v) > 0 { // lists without room all start at the same address
		if err := visit(reflect.ValueOf(v).Pointer(), seen); err != nil {
			return err
		}
	}
	for i, e := range v {
		if err := checkValue(e, seen); err != nil {
			return fmt.Errorf("%d: %w", i, err)
		}
	}
	return nil
}

func visit(p uintptr, seen map[uintptr]bool) error {
	if seen[p] {
		return fmt.Errorf("shared")
	}
	seen[p] = true
	return nil
}

func TestArgumentsUntouched(t *testing.T) {
	for seed := range uint64(150) {
		g := New(seed)
		for _, f := range flavours {
			schema := g.Schema(f)
			before := cloneMap(schema)
			for _, o := range flavours {
				obj := g.Object(schema, o)
				objBefore := cloneMap(obj)
				g.Value(schema, o)
				g.Undefault(obj, schema)
				g.Mutate(obj, 5)
				g.Mutate(schema, 5)
				CRD(schema)
				require.Equal(t, objBefore, obj, "seed %d", seed)
			}
			require.Equal(t, before, schema, "seed %d", seed)
		}
	}
}

func TestMutateChanges(t *testing.T) {
	changed := 0
	const cases = 500
	for seed := range uint64(cases) {
		g := New(seed)
		obj := g.Object(g.Schema(Valid), Valid)
		require.Equal(t, any(obj), g.Mutate(obj, 0), "no change asked for")
		mutated := g.Mutate(obj, 1)
		require.IsType(t, obj, mutated)
		if !reflect.DeepEqual(any(obj), mutated) {
			changed++
		}
	}
	assert.Greater(t, changed, cases*95/100)
	assert.NotPanics(t, func() { New(1).Mutate(nil, 50) })
}

// TestFeatures holds the distribution: every feature is frequent enough that a
// comparison over a thousand schemas has met it.
func TestFeatures(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(1000) {
		for feature := range features(New(seed).Schema(Valid)) {
			counts[feature]++
		}
	}
	for _, feature := range keys(anyMap(expected)) {
		assert.GreaterOrEqual(t, counts[feature], expected[feature], feature)
	}
}

func anyMap(m map[string]int) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		out[k] = v
	}
	return out
}

func TestObjectFeatures(t *testing.T) {
	wanted := map[Flavour][]string{
		Valid:   {"null", "float", "integral float", "integer", "list", "dotted name"},
		Nearly:  {"null", "float", "integral float", "integer", "list", "dotted name", "long string", "null in a list", "null in a map"},
		Hostile: {"null", "float", "integral float", "integer", "list", "dotted name", "long string", "null in a list", "null in a map"},
	}
	for f, names := range wanted {
		counts := map[string]int{}
		for seed := range uint64(500) {
			g := New(seed)
			out := map[string]bool{}
			valueFeatures(out, g.Object(g.Schema(Valid), f))
			for name := range out {
				counts[name]++
			}
		}
		for _, name := range names {
			assert.Greater(t, counts[name], 20, "%v: %s", f, name)
		}
	}
}

// TestFlaws applies every flaw somewhere, and checks that schemas drawn at
// random meet them all.
func TestFlaws(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(3000) {
		g := New(seed)
		schema := g.root()
		before := cloneMap(schema)
		names := g.addFlaws(schema, 1)
		if !reflect.DeepEqual(before, schema) {
			counts[names[0]]++
		}
	}
	for _, f := range flaws {
		assert.Greater(t, counts[f.name], 5, f.name)
	}
}

func TestValidSchemasAreStructural(t *testing.T) {
	for seed := range uint64(2000) {
		schema := New(seed, WithRules()).Schema(Valid)
		s, errs := structural.FromMap(schema)
		require.Empty(t, errs.Texts(), "seed %d", seed)
		require.True(t, survivesJSON(schema), "seed %d", seed)
		require.Empty(t, structural.Check(s).Texts(), "seed %d", seed)
		require.Empty(t, structural.CheckKeywords(s).Texts(), "seed %d", seed)
	}
}

// TestNearlyValidSchemas checks that some flaws are refused and some tolerated.
func TestNearlyValidSchemas(t *testing.T) {
	refused := 0
	const cases = 500
	for seed := range uint64(cases) {
		s, errs := structural.FromMap(New(seed).Schema(Nearly))
		errs = append(errs, structural.Check(s)...)
		if errs = append(errs, structural.CheckKeywords(s)...); len(errs) > 0 {
			refused++
		}
	}
	assert.Greater(t, refused, cases/2)
	assert.Less(t, refused, cases*95/100)
}

// TestValidObjects checks that drafts keep what the package itself knows of
// their schemas.
func TestValidObjects(t *testing.T) {
	good := 0
	const cases = 1000
	for seed := range uint64(cases) {
		g := New(seed)
		schema := g.Schema(Valid)
		if satisfies(schema, g.Object(schema, Valid)) {
			good++
		}
	}
	assert.Greater(t, good, cases*97/100)
}

func TestSize(t *testing.T) {
	total, most := 0, 0
	for seed := range uint64(500) {
		n := 0
		for _, p := range placesOf(New(seed, WithNodes(80)).Schema(Valid)) {
			if !p.nested {
				n++
			}
		}
		total, most = total+n, max(most, n)
	}
	assert.Greater(t, total/500, 15)
	assert.LessOrEqual(t, most, 80+40, "type meta and keys come on top")
}

func TestStatusCompatible(t *testing.T) {
	for seed := range uint64(300) {
		s, _ := structural.FromMap(New(seed, WithStatusCompatible(), WithRules()).Schema(Valid))
		require.Empty(t, structural.CheckStatusRoot(s).Texts(), "seed %d", seed)
	}
}

func TestScale(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 1000} {
		schema, obj := Deep(n)
		assert.Len(t, placesOf(schema), n)
		assert.True(t, satisfies(schema, obj))

		schema, obj = Wide(n)
		assert.Len(t, schema["properties"], n)
		assert.True(t, satisfies(schema, obj))

		schema, obj = Long(n)
		assert.Len(t, obj["map"], n)
		assert.True(t, satisfies(schema, obj))
	}
}

func TestCRD(t *testing.T) {
	schema := map[string]any{"type": "object"}
	crd := CRD(schema, WithVersion("v2", schema), WithClusterScope(), WithStatus(), WithScale())
	spec := crd["spec"].(map[string]any)
	assert.Equal(t, "Cluster", spec["scope"])
	versions := spec["versions"].([]any)
	require.Len(t, versions, 2)
	for i, v := range versions {
		version := v.(map[string]any)
		assert.Equal(t, i == 0, version["storage"])
		assert.Len(t, version["subresources"], 2)
		assert.Equal(t, schema, object(version["schema"].(map[string]any), "openAPIV3Schema"))
	}
	assert.NotContains(t, CRD(schema)["spec"].(map[string]any)["versions"].([]any)[0], "subresources")
}

// TestAnySchema feeds the makers of objects what no schema should be.
func TestAnySchema(t *testing.T) {
	for seed := range uint64(1000) {
		g := New(seed)
		schema, _ := g.Mutate(g.Schema(Hostile), 3).(map[string]any)
		for _, f := range flavours {
			require.NotNil(t, g.Object(schema, f), "seed %d", seed)
			g.Value(schema, f)
		}
	}
	for _, f := range flavours {
		assert.NotNil(t, New(1).Object(nil, f))
	}
}

func BenchmarkCase(b *testing.B) {
	seed := uint64(0)
	for b.Loop() {
		g := New(seed)
		seed++
		schema := g.Schema(Valid)
		g.Object(schema, Nearly)
	}
}
