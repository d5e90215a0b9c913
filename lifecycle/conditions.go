package lifecycle

import (
	"time"

	"github.com/seed95800270/crdschema/internal/cow"
	model "github.com/seed95800270/crdschema/internal/crd"
)

// The types of the conditions that the server sets.
const (
	// NamesAccepted: no other CRD of the group has one of the names.
	NamesAccepted = "NamesAccepted"
	// Established: the server serves the objects. Once true, the condition stays true.
	Established = "Established"
	// NonStructuralSchema: a schema is not structural or cannot be checked, or
	// spec.preserveUnknownFields is true. Absent otherwise.
	NonStructuralSchema = "NonStructuralSchema"
	// KubernetesAPIApprovalPolicyConformant: a CRD in a group of the Kubernetes community
	// has been approved.
	KubernetesAPIApprovalPolicyConformant = "KubernetesAPIApprovalPolicyConformant"
	// Terminating: the objects are being deleted, and then the CRD.
	Terminating = model.Terminating
)

// Condition is a condition in the status of a CRD.
type Condition struct {
	// Type is what the condition is about, for example [Established].
	Type string
	// Status is "True", "False" or "Unknown".
	Status string
	// Reason is a word in CamelCase for programs.
	Reason string
	// Message is a sentence for people.
	Message string
	// LastTransitionTime is when Status last changed, or zero without a valid time in the
	// CRD.
	LastTransitionTime time.Time
}

const (
	conditionTrue    = "True"
	conditionFalse   = "False"
	conditionUnknown = "Unknown"
)

// Conditions returns the conditions in the status of crd that have a type.
func Conditions(crd map[string]any) []Condition {
	var out []Condition
	for _, e := range list(object(crd, "status"), "conditions") {
		fields, _ := e.(map[string]any)
		if c := readCondition(fields); c.Type != "" {
			if t, err := time.Parse(time.RFC3339, text(fields, "lastTransitionTime")); err == nil {
				c.LastTransitionTime = t
			}
			out = append(out, c)
		}
	}
	return out
}

// ConditionOf returns the condition of a type. An absent one, reported as false, means the
// status "False" for most types.
func ConditionOf(crd map[string]any, conditionType string) (Condition, bool) {
	for _, c := range Conditions(crd) {
		if c.Type == conditionType {
			return c, true
		}
	}
	return Condition{}, false
}

func readCondition(fields map[string]any) Condition {
	return newCondition(text(fields, "type"), text(fields, "status"), text(fields, "reason"), text(fields, "message"))
}

func newCondition(conditionType, status, reason, message string) Condition {
	return Condition{Type: conditionType, Status: status, Reason: reason, Message: message}
}

type conditionList struct {
	entries []any
	now     string // of transitions, RFC 3339, or empty
	owned   bool   // entries is a copy
	changed bool
}

func (l *conditionList) find(conditionType string) (map[string]any, int) {
	for i, e := range l.entries {
		if c, ok := e.(map[string]any); ok && text(c, "type") == conditionType {
			return c, i
		}
	}
	return nil, -1
}

func (l *conditionList) isTrue(conditionType string) bool {
	c, _ := l.find(conditionType)
	return text(c, "status") == conditionTrue
}

func (l *conditionList) has(want Condition) bool {
	c, at := l.find(want.Type)
	return at >= 0 && readCondition(c) == want
}

// set replaces the condition of the same type, or appends one. It sets the transition time if
// the status changes or the time is missing.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apihelpers, SetCRDCondition.
func (l *conditionList) set(want Condition) {
	c, at := l.find(want.Type)
	out := cow.OfMap(c)
	put(&out, c, "type", want.Type)
	switch timed := text(c, "lastTransitionTime") != ""; {
	case timed && text(c, "status") == want.Status:
	case l.now != "":
		put(&out, c, "lastTransitionTime", l.now)
	case timed:
		out.Delete("lastTransitionTime")
	}
	put(&out, c, "status", want.Status)
	put(&out, c, "reason", want.Reason)
	put(&out, c, "message", want.Message)
	entry, changed := out.Result()
	switch {
	case at < 0:
		l.own()
		l.entries = append(l.entries, entry)
	case changed:
		l.own()
		l.entries[at] = entry
	}
}

func put(m *cow.Map, original map[string]any, field, value string) {
	if text(original, field) != value {
		m.Set(field, value)
	}
}

func (l *conditionList) remove(conditionType string) {
	if _, at := l.find(conditionType); at < 0 {
		return
	}
	kept := make([]any, 0, len(l.entries)-1)
	for _, e := range l.entries {
		if c, ok := e.(map[string]any); !ok || text(c, "type") != conditionType {
			kept = append(kept, e)
		}
	}
	l.entries, l.owned, l.changed = kept, true, true
}

func (l *conditionList) own() {
	l.changed = true
	if !l.owned {
		l.entries, l.owned = append(make([]any, 0, len(l.entries)+1), l.entries...), true
	}
}
