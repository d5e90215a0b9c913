package declare

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// compiledRule is a compiled [Rule]. apply changes an object of the scope.
type compiledRule struct {
	scope   scope
	apply   func(c *call, obj map[string]any) (map[string]any, error)
	inverse func() (Rule, error)
}

type compiledRules []compiledRule

func (l compiledRules) convert(ctx context.Context, obj map[string]any) (map[string]any, error) {
	c := start(ctx)
	for _, r := range l {
		if !c.Step(1) {
			return nil, c.Err()
		}
		out, err := r.scope.each(c, obj, r.apply)
		if c.Failed() {
			return nil, c.Err()
		}
		if err != nil {
			return nil, err
		}
		obj = out
	}
	return obj, nil
}

func (m *Move) compile() (compiledRule, error) {
	at, err := parseScope(m.From, m.To)
	if err != nil {
		return compiledRule{}, err
	}
	from, to := at.fields[0], at.fields[1]
	return compiledRule{
		scope: at,
		apply: func(c *call, obj map[string]any) (map[string]any, error) {
			v, rest, found := from.take(c, obj)
			if !found {
				return obj, to.checkAbsent(obj)
			}
			return to.put(c, rest, v)
		},
		inverse: func() (Rule, error) { return Rule{Move: &Move{From: m.To, To: m.From}}, nil },
	}, nil
}

func (r *Rename) compile() (compiledRule, error) {
	path, err := parsePath(r.Path)
	if err != nil {
		return compiledRule{}, err
	}
	last := len(path) - 1
	if r.To == "" || path[last].every {
		return compiledRule{}, errors.New("a rename needs the path of a field and a new name")
	}
	renamed := append(path[:last:last], segment{name: r.To})
	if again, err := parsePath(renamed.String()); err != nil || !slices.Equal(again, renamed) {
		return compiledRule{}, fmt.Errorf("%q cannot be written in a path", r.To)
	}
	out, err := (&Move{From: r.Path, To: renamed.String()}).compile()
	out.inverse = func() (Rule, error) {
		return Rule{Rename: &Rename{Path: renamed.String(), To: path[last].name}}, nil
	}
	return out, err
}

func (c *Constant) compile() (compiledRule, error) {
	at, value, err := parseConstant(c.Path, c.Value)
	if err != nil {
		return compiledRule{}, err
	}
	return compiledRule{
		scope: at,
		apply: func(c *call, obj map[string]any) (map[string]any, error) {
			return at.fields[0].put(c, obj, work.Clone(c.Tracker, value))
		},
		inverse: func() (Rule, error) { return Rule{Drop: &Drop{Path: c.Path, Value: value}}, nil },
	}, nil
}

func (d *Drop) compile() (compiledRule, error) {
	at, value, err := parseConstant(d.Path, d.Value)
	if err != nil {
		return compiledRule{}, err
	}
	return compiledRule{
		scope: at,
		apply: func(c *call, obj map[string]any) (map[string]any, error) {
			v, rest, found := at.fields[0].take(c, obj)
			if found && !sameValue(c.Tracker, v, value) {
				return nil, fmt.Errorf("%s is %s, which would be lost: only %s can be left out", d.Path, jsontext.Excerpt(v), jsontext.Excerpt(value))
			}
			return rest, nil
		},
		inverse: func() (Rule, error) { return Rule{Constant: &Constant{Path: d.Path, Value: value}}, nil },
	}, nil
}

func parseConstant(path string, v any) (scope, any, error) {
	at, err := parseScope(path)
	if err != nil {
		return scope{}, nil, err
	}
	value, err := structural.Normalize(v)
	if err == nil && value == nil {
		err = fmt.Errorf("%s: a value is needed", path)
	}
	return at, structural.Clone(value), err
}

func (r *Remove) compile() (compiledRule, error) {
	at, err := parseScope(r.Path)
	if err != nil {
		return compiledRule{}, err
	}
	return compiledRule{
		scope: at,
		apply: func(c *call, obj map[string]any) (map[string]any, error) {
			_, rest, _ := at.fields[0].take(c, obj)
			return rest, nil
		},
		inverse: func() (Rule, error) { return Rule{}, fmt.Errorf("remove of %s: what it said is lost", r.Path) },
	}, nil
}
