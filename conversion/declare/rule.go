package declare

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// rule is a [Rule] ready for use. It changes an object that a path of its
// declaration leads to, and returns the changed one.
type rule struct {
	places  places
	apply   func(obj map[string]any) (map[string]any, error)
	inverse func() (Rule, error)
}

type ruleList []rule

// convert applies all rules, in order.
func (l ruleList) convert(ctx context.Context, obj map[string]any) (map[string]any, error) {
	for _, r := range l {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out, err := r.places.each(obj, r.apply)
		if err != nil {
			return nil, err
		}
		obj = out
	}
	return obj, nil
}

func (m *Move) compile() (rule, error) {
	at, err := parsePlaces(m.From, m.To)
	if err != nil {
		return rule{}, err
	}
	from, to := at.fields[0], at.fields[1]
	return rule{
		places: at,
		apply: func(obj map[string]any) (map[string]any, error) {
			v, rest, found := from.take(obj)
			if !found {
				return obj, to.absent(obj)
			}
			return to.put(rest, v)
		},
		inverse: func() (Rule, error) { return Rule{Move: &Move{From: m.To, To: m.From}}, nil },
	}, nil
}

func (r *Rename) compile() (rule, error) {
	path, err := parsePath(r.Path)
	if err != nil {
		return rule{}, err
	}
	last := len(path) - 1
	if r.To == "" || path[last].every {
		return rule{}, errors.New("a rename needs the path of a field and a new name")
	}
	renamed := append(path[:last:last], segment{name: r.To})
	if again, err := parsePath(renamed.String()); err != nil || !slices.Equal(again, renamed) {
		return rule{}, fmt.Errorf("%q cannot be written in a path", r.To)
	}
	out, err := (&Move{From: r.Path, To: renamed.String()}).compile()
	out.inverse = func() (Rule, error) {
		return Rule{Rename: &Rename{Path: renamed.String(), To: path[last].name}}, nil
	}
	return out, err
}

func (c *Constant) compile() (rule, error) {
	at, value, err := parseConstant(c.Path, c.Value)
	if err != nil {
		return rule{}, err
	}
	return rule{
		places: at,
		apply: func(obj map[string]any) (map[string]any, error) {
			return at.fields[0].put(obj, structural.Clone(value))
		},
		inverse: func() (Rule, error) { return Rule{Drop: &Drop{Path: c.Path, Value: value}}, nil },
	}, nil
}

func (d *Drop) compile() (rule, error) {
	at, value, err := parseConstant(d.Path, d.Value)
	if err != nil {
		return rule{}, err
	}
	return rule{
		places: at,
		apply: func(obj map[string]any) (map[string]any, error) {
			v, rest, found := at.fields[0].take(obj)
			if found && !sameValue(v, value) {
				return nil, fmt.Errorf("%s is %s, which would be lost: only %s can be left out", d.Path, wire.Excerpt(v), wire.Excerpt(value))
			}
			return rest, nil
		},
		inverse: func() (Rule, error) { return Rule{Constant: &Constant{Path: d.Path, Value: value}}, nil },
	}, nil
}

func parseConstant(path string, v any) (places, any, error) {
	at, err := parsePlaces(path)
	if err != nil {
		return places{}, nil, err
	}
	value, err := structural.Normalize(v)
	if err == nil && value == nil {
		err = fmt.Errorf("%s: a value is needed", path)
	}
	return at, structural.Clone(value), err
}

func (r *Remove) compile() (rule, error) {
	at, err := parsePlaces(r.Path)
	if err != nil {
		return rule{}, err
	}
	return rule{
		places: at,
		apply: func(obj map[string]any) (map[string]any, error) {
			_, rest, _ := at.fields[0].take(obj)
			return rest, nil
		},
		inverse: func() (Rule, error) { return Rule{}, fmt.Errorf("remove of %s: what it said is lost", r.Path) },
	}, nil
}
