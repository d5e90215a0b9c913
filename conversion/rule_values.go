package conversion

import (
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/structural"
)

func (v *Values) compile() (rule, error) {
	at, err := parsePlaces(v.Path)
	if err != nil {
		return rule{}, err
	}
	forth, err := v.table()
	if err != nil {
		return rule{}, err
	}
	becomes := map[any]any{}
	for from, to := range forth {
		becomes[to] = from
	}
	return rule{
		places: at,
		apply: func(obj map[string]any) (map[string]any, error) {
			old, found := at.fields[0].get(obj)
			if !found {
				return obj, nil
			}
			value, err := v.exchange(old, forth, becomes)
			if err != nil || structural.Equal(value, old) {
				return obj, err
			}
			_, rest, _ := at.fields[0].take(obj)
			return at.fields[0].put(rest, value)
		},
		inverse: v.invert,
	}, nil
}

// table is what each value becomes.
func (v *Values) table() (map[any]any, error) {
	if len(v.Pairs) == 0 {
		return nil, errors.New("values needs pairs")
	}
	out := map[any]any{}
	for _, pair := range v.Pairs {
		from, err := scalar(pair.From)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.Path, err)
		}
		to, err := scalar(pair.To)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.Path, err)
		}
		if _, twice := out[from]; twice {
			return nil, fmt.Errorf("%s: %s stands twice in from", v.Path, quote(from))
		}
		out[from] = to
	}
	return out, nil
}

// exchange is what a value becomes. becomes has the values that others become.
func (v *Values) exchange(old any, forth, becomes map[any]any) (any, error) {
	key, err := scalar(old)
	to, known := forth[key]
	switch {
	case err == nil && known:
		return to, nil
	case !v.Others:
		return nil, fmt.Errorf("%s: there is nothing that %s becomes", v.Path, quote(old))
	case err != nil:
		return old, nil
	}
	if from, taken := becomes[key]; taken {
		return nil, fmt.Errorf("%s: %s could not be told from what %s becomes", v.Path, quote(old), quote(from))
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
			return Rule{}, fmt.Errorf("values of %s: %s and %s both become %s", v.Path, quote(other), quote(pair.From), quote(to))
		}
		first[to] = pair.From
		out.Pairs = append(out.Pairs, Pair{From: pair.To, To: pair.From})
	}
	return Rule{Values: out}, nil
}

// scalar is a value that can be compared with ==.
func scalar(v any) (any, error) {
	normal, err := structural.Normalize(v)
	if err != nil {
		return nil, err
	}
	switch normal.(type) {
	case bool, string, int64, float64:
		return normal, nil
	default:
		return nil, fmt.Errorf("%s is no string, number or boolean", quote(normal))
	}
}
