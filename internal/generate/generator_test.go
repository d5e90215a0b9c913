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
)

var flavors = []Flavor{Valid, Nearly, Hostile}

// everything calls every generator once.
func everything(g *Generator) []any {
	var out []any
	for _, f := range flavors {
		s := g.Schema(f)
		out = append(out, s, CRD(s))
		for _, o := range flavors {
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

// TestGolden fails if the output changes, for example on another platform or with
// another Go release. After an intended change, set the new sum.
func TestGolden(t *testing.T) {
	sum := sha256.New()
	for seed := range uint64(100) {
		text, err := json.Marshal(everything(New(seed, WithRules(), WithUnprunedDefaults())))
		require.NoError(t, err)
		sum.Write(text)
	}
	assert.Equal(t, "8b8eea67c76c40e5", hex.EncodeToString(sum.Sum(nil))[:16])
}

// TestValues checks the types of all values, and that no map or list occurs
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
	if cap(v) > 0 { // empty lists without capacity share an address
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
		for _, f := range flavors {
			schema := g.Schema(f)
			before := cloneMap(schema)
			for _, o := range flavors {
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

func BenchmarkCase(b *testing.B) {
	seed := uint64(0)
	for b.Loop() {
		g := New(seed)
		seed++
		schema := g.Schema(Valid)
		g.Object(schema, Nearly)
	}
}
