package selector

import (
	"sort"
	"strings"
)

// Labels is a label selector. The zero value selects everything.
type Labels struct {
	requirements []Requirement // sorted by key
	nothing      bool
}

func newLabels(requirements []Requirement) Labels {
	sort.Sort(byKey(requirements))
	return Labels{requirements: requirements}
}

// Matches reports whether labels are selected.
func (l Labels) Matches(labels map[string]string) bool {
	for i := range l.requirements {
		r := &l.requirements[i]
		if value, exists := labels[r.Key]; !r.matches(value, exists) {
			return false
		}
	}
	return !l.nothing
}

// MatchesObject reports whether metadata.labels are selected. A null is an empty label. If a
// label is neither null nor a string, the object counts as one without labels.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, Unstructured.GetLabels.
func (l Labels) MatchesObject(obj map[string]any) bool {
	if len(l.requirements) == 0 {
		return !l.nothing
	}
	labels := labelsOf(obj)
	for i := range l.requirements {
		r := &l.requirements[i]
		v, exists := labels[r.Key]
		if value, _ := v.(string); !r.matches(value, exists) {
			return false
		}
	}
	return true
}

func labelsOf(obj map[string]any) map[string]any {
	meta, _ := obj["metadata"].(map[string]any)
	labels, _ := meta["labels"].(map[string]any)
	for _, v := range labels {
		if _, ok := v.(string); !ok && v != nil {
			return nil
		}
	}
	return labels
}

// Empty reports whether the selector selects everything.
func (l Labels) Empty() bool { return !l.nothing && len(l.requirements) == 0 }

// Nothing reports whether the selector is [LabelsFromMap] of nil. Others, such as a=1,a=2, may
// select nothing as well.
func (l Labels) Nothing() bool { return l.nothing }

// String returns the text for [ParseLabels], sorted by key, with sorted values. It is empty
// for a selector of everything or nothing.
func (l Labels) String() string {
	texts := make([]string, len(l.requirements))
	for i, r := range l.requirements {
		texts[i] = r.String()
	}
	return strings.Join(texts, ",")
}

// Requirements returns a copy of the requirements, sorted by key.
func (l Labels) Requirements() []Requirement { return copied(l.requirements) }

// ExactMatch returns the only value of a label that meets the first requirement on it, or
// false. A server with an index of labels uses it.
func (l Labels) ExactMatch(key string) (value string, found bool) {
	i := sort.Search(len(l.requirements), func(i int) bool { return l.requirements[i].Key >= key })
	if i == len(l.requirements) || l.requirements[i].Key != key {
		return "", false
	}
	switch r := &l.requirements[i]; r.Operator {
	case Equals, DoubleEquals, In:
		if len(r.Values) == 1 {
			return r.Values[0], true
		}
	}
	return "", false
}
