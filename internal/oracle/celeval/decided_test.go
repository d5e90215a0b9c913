package celeval

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// TestDecided compares the values of the parts that decided a failed rule: for the reference,
// each part has that value. Rules inside lists and maps have several values, and are excluded.
func TestDecided(t *testing.T) {
	generated := parity.Join(parity.Generated(parity.Full(6_000), drawn(2, false)), parity.Generated(parity.Full(6_000), drawn(2, true)))
	cases := parity.Join(parity.Tenth(damaged(corpusObjects(t), 3)), generated)
	parity.Run(t, "cel-decided", cases, func(c *parity.Check, in evalCase) {
		if in.rules == nil {
			c.Void()
			return
		}
		claims := upstream.Copy(in.text)
		removeRules(claims)
		made := 0
		for _, e := range failedRules(in) {
			made += claim(claims, in.text, e)
		}
		r, ok := compile(claims)
		if made == 0 || !ok {
			c.Void()
			return
		}
		claimed := evalCase{rules: r, object: in.object, old: in.old, budget: 1 << 40}
		ours, _, err := claimed.own()
		if err != nil {
			panic(err)
		}
		c.Texts("claims that are false", append(ours.Errors, ours.Tolerated...), nil)
		c.Equal("answer", ours, claimed.reference(), parity.Row(varies, func() any { return claimed.likeOurs(ours) }))
	})
}

// failed is a failed rule with the values that decided.
type failed struct {
	rule   structural.Path
	values []celrules.PartValue
}

func failedRules(in evalCase) (out []failed) {
	_, err := in.ours.Validate(context.Background(), celrules.Input{Object: in.object, Old: in.old, Budget: 1 << 40, Observe: func(e celrules.Evaluation) {
		inside := slices.ContainsFunc(e.Path, func(s field.Step) bool { return s.Kind() == field.IndexStep || s.Kind() == field.KeyStep })
		if !inside && !slices.Contains(e.RulePath, structural.Field("allOf")) {
			out = append(out, failed{e.RulePath, e.Values()})
		}
	}})
	if err != nil {
		panic(err)
	}
	return out
}

func removeRules(v any) {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "x-kubernetes-validations")
		for _, e := range v {
			removeRules(e)
		}
	case []any:
		for _, e := range v {
			removeRules(e)
		}
	}
}

// claim adds a rule for each value that a literal can express, and returns how many.
func claim(claims, text map[string]any, e failed) (n int) {
	node, from := claims, text
	last := len(e.rule) - 1
	for _, step := range e.rule[:last-1] {
		node, from = node[step.Name()].(map[string]any), from[step.Name()].(map[string]any)
	}
	original := from["x-kubernetes-validations"].([]any)[e.rule[last].Index()].(map[string]any)
	list, _ := node["x-kubernetes-validations"].([]any)
	for _, v := range e.values {
		if text := claimed(v); text != "" {
			rule := map[string]any{"rule": text}
			if old, given := original["optionalOldSelf"]; given {
				rule["optionalOldSelf"] = old
			}
			list = append(list, rule)
			n++
		}
	}
	if n > 0 {
		node["x-kubernetes-validations"] = list
	}
	return n
}

// claimed returns a condition: a part has a value, unless it is of a type that is a text, or a
// value in an optional one, only as JSON.
func claimed(v celrules.PartValue) string {
	switch value := v.Value.(type) {
	case bool:
		return fmt.Sprintf("type(dyn(%s)) != bool || dyn(%s) == %v", v.Text, v.Text, value)
	case int64:
		return fmt.Sprintf("type(dyn(%s)) != int || dyn(%s) == %d", v.Text, v.Text, value)
	case string:
		if !utf8.ValidString(value) {
			return "" // a literal has no such text
		}
		quoted, err := json.Marshal(value)
		if err != nil {
			panic(err)
		}
		return fmt.Sprintf("type(dyn(%s)) != string || dyn(%s) == %s", v.Text, v.Text, quoted)
	case []any:
		return fmt.Sprintf("type(dyn(%s)) != list || size(dyn(%s)) == %d", v.Text, v.Text, len(value))
	}
	return ""
}
