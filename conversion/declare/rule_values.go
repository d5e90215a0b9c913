package declare

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

func (v *Values) compile() (compiledRule, error) {
	at, err := parseScope(v.Path)
	if err != nil {
		return compiledRule{}, err
	}
	targets, sources, err := v.tables()
	if err != nil {
		return compiledRule{}, err
	}
	return compiledRule{
		scope: at,
		apply: func(c *call, obj map[string]any) (map[string]any, error) {
			old, found := at.fields[0].get(obj)
			if !found {
				return obj, nil
			}
			value, err := v.mapped(old, targets, sources)
			if err != nil || structural.Equal(value, old) {
				return obj, err
			}
			_, rest, _ := at.fields[0].take(c, obj)
			return at.fields[0].put(c, rest, value)
		},
		inverse: v.invert,
	}, nil
}

func (v *Values) tables() (targets, sources map[any]any, err error) {
	if len(v.Pairs) == 0 {
		return nil, nil, errors.New("values needs pairs")
	}
	targets, sources = map[any]any{}, map[any]any{}
	for _, pair := range v.Pairs {
		from, err := scalar(pair.From)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", v.Path, err)
		}
		to, err := scalar(pair.To)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", v.Path, err)
		}
		if _, twice := targets[from]; twice {
			return nil, nil, fmt.Errorf("%s: %s is repeated in from", v.Path, jsontext.Excerpt(from))
		}
		targets[from] = to
		if _, taken := sources[to]; !taken {
			sources[to] = from
		}
	}
	return targets, sources, nil
}

func (v *Values) mapped(old any, targets, sources map[any]any) (any, error) {
	key, err := scalar(old)
	to, known := targets[key]
	switch {
	case err == nil && known:
		return to, nil
	case !v.Others:
		return nil, fmt.Errorf("%s: there is nothing that %s becomes", v.Path, jsontext.Excerpt(old))
	case err != nil:
		return old, nil
	}
	if from, taken := sources[key]; taken {
		return nil, fmt.Errorf("%s: %s could not be told from what %s becomes", v.Path, jsontext.Excerpt(old), jsontext.Excerpt(from))
	}
	return old, nil
}

func (v *Values) invert() (Rule, error) {
	out := &Values{Path: v.Path, Others: v.Others}
	first := map[any]any{}
	for _, pair := range v.Pairs {
		to, err := scalar(pair.To)
		if err != nil {
			return Rule{}, err
		}
		if other, twice := first[to]; twice {
			return Rule{}, fmt.Errorf("values of %s: %s and %s both become %s", v.Path, jsontext.Excerpt(other), jsontext.Excerpt(pair.From), jsontext.Excerpt(to))
		}
		first[to] = pair.From
		out.Pairs = append(out.Pairs, Pair{From: pair.To, To: pair.From})
	}
	return Rule{Values: out}, nil
}

// scalar returns v as a value that can be compared with ==. Numbers of the same value become
// equal: a JSON encoder writes 1.0 as 1.
func scalar(v any) (any, error) {
	normal, err := structural.Normalize(v)
	if err != nil {
		return nil, err
	}
	switch normal := normal.(type) {
	case float64:
		return integral(normal), nil
	case bool, string, int64:
		return normal, nil
	default:
		return nil, fmt.Errorf("%s is no string, number or boolean", jsontext.Excerpt(normal))
	}
}

func integral(f float64) any {
	if f >= -1<<63 && f < 1<<63 && f == math.Trunc(f) {
		return int64(f)
	}
	return f
}

// sameValue compares like structural.Equal, but numbers by value. It descends no deeper than
// want. It returns false when w ends the call.
func sameValue(w *work.Tracker, v, want any) bool {
	if !w.Step(1) {
		return false
	}
	switch want := want.(type) {
	case map[string]any:
		m, ok := v.(map[string]any)
		if !ok || len(m) != len(want) {
			return false
		}
		for name, wanted := range want {
			if e, found := m[name]; !found || !sameValue(w, e, wanted) {
				return false
			}
		}
		return true
	case []any:
		l, ok := v.([]any)
		return ok && slices.EqualFunc(l, want, func(a, b any) bool { return sameValue(w, a, b) })
	case float64:
		return sameNumber(v, integral(want))
	case int64:
		return sameNumber(v, want)
	default:
		return structural.Equal(v, want)
	}
}

func sameNumber(v, want any) bool {
	if f, ok := v.(float64); ok {
		v = integral(f)
	}
	return v == want
}
