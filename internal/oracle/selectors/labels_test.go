package selectors

import (
	"encoding/json"
	"fmt"
	"maps"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/structural"
)

// labeled is a label selector, a text or an object, and objects to select.
type labeled struct {
	Text    string
	Object  any // of a LabelSelector, or nil
	Objects []map[string]any
}

// TestLabels compares both notations of label selectors: errors, requirements, text, and
// which objects they select.
func TestLabels(t *testing.T) {
	cases := parity.Join(
		parity.Generated(parity.Full(200_000), labelText),
		parity.Generated(parity.Full(100_000), labelObject),
	)
	parity.Run(t, "label-selectors", cases, func(c *parity.Check, in labeled) {
		ours, err := in.ours()
		c.Coded(structural.ErrorsOf(err)...)
		answer := labelAnswer(ours, err, in.Objects)
		parity.OneOf(c, "answer", answer, in.theirs, "D75")
	})
}

func (in labeled) ours() (selector.Labels, error) {
	if m, ok := in.Object.(map[string]any); ok {
		return selector.LabelsFromMap(m)
	}
	return selector.ParseLabels(in.Text)
}

func (in labeled) theirs() []any {
	s, err := in.reference()
	if err != nil {
		return []any{err.Error()}
	}
	out := []any{s.String(), s.Empty()}
	requirements, selectable := s.Requirements()
	out = append(out, selectable)
	for _, r := range requirements {
		values := r.Values().List() // each once, unlike those of an object
		out = append(out, r.Key(), string(r.Operator()), fmt.Sprint(values))
		value, found := s.RequiresExactMatch(r.Key())
		out = append(out, value, found)
	}
	for _, obj := range in.Objects {
		set := (&unstructured.Unstructured{Object: obj}).GetLabels()
		out = append(out, s.Matches(labels.Set(set)))
	}
	return out
}

func (in labeled) reference() (labels.Selector, error) {
	if in.Object == nil {
		return labels.Parse(in.Text)
	}
	text, err := json.Marshal(in.Object)
	if err != nil {
		return nil, err
	}
	var object metav1.LabelSelector
	if err := utiljson.Unmarshal(text, &object); err != nil {
		return nil, err
	}
	return metav1.LabelSelectorAsSelector(&object)
}

func labelAnswer(l selector.Labels, err error, objs []map[string]any) []any {
	if err != nil {
		return []any{err.Error()}
	}
	out := []any{l.String(), l.Empty(), !l.Nothing()}
	for _, r := range l.Requirements() {
		distinct := map[string]bool{}
		var values []string
		for _, v := range r.Values {
			if !distinct[v] {
				distinct[v] = true
				values = append(values, v)
			}
		}
		out = append(out, r.Key, string(r.Operator), fmt.Sprint(values))
		value, found := l.ExactMatch(r.Key)
		out = append(out, value, found)
	}
	for _, obj := range objs {
		matched := l.MatchesObject(obj)
		if set := (&unstructured.Unstructured{Object: obj}).GetLabels(); l.Matches(maps.Clone(set)) != matched {
			out = append(out, "Matches and MatchesObject differ")
		}
		out = append(out, matched)
	}
	return out
}
