package lifecycle

import "github.com/seed95800270/crdschema/internal/cow"

// Condition is what a controller says about a definition.
type Condition struct{ Type, Status, Reason, Message string }

// The types of conditions.
const (
	NamesAccepted       = "NamesAccepted"
	Established         = "Established"
	NonStructuralSchema = "NonStructuralSchema"
	Conformant          = "KubernetesAPIApprovalPolicyConformant"
	Terminating         = "Terminating"
)

// The states of conditions.
const (
	True    = "True"
	False   = "False"
	Unknown = "Unknown"
)

// record is status.conditions while controllers write to it.
type record struct {
	entries []any
	now     string // what a transition is dated, if anything
	owned   bool   // entries is a copy
	changed bool
}

func recordOf(crd map[string]any, now string) record {
	return record{entries: list(object(crd, "status"), "conditions"), now: now}
}

// find returns the first condition of a type and its index, -1 if there is none.
func (r *record) find(conditionType string) (map[string]any, int) {
	for i, e := range r.entries {
		if c, ok := e.(map[string]any); ok && text(c, "type") == conditionType {
			return c, i
		}
	}
	return nil, -1
}

func (r *record) isTrue(conditionType string) bool {
	c, _ := r.find(conditionType)
	return text(c, "status") == True
}

// says tells whether a condition is there as it should be.
func (r *record) says(want Condition) bool {
	c, at := r.find(want.Type)
	return at >= 0 && read(c) == want
}

func read(c map[string]any) Condition {
	return Condition{text(c, "type"), text(c, "status"), text(c, "reason"), text(c, "message")}
}

// set writes a condition in its place, or appends it. The time of a transition
// is that of a change of the status; nothing else touches it, unless there is
// none yet.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apihelpers, SetCRDCondition.
func (r *record) set(want Condition) {
	c, at := r.find(want.Type)
	out := cow.OfMap(c)
	put(&out, c, "type", want.Type)
	switch dated := text(c, "lastTransitionTime") != ""; {
	case dated && text(c, "status") == want.Status:
	case r.now != "":
		put(&out, c, "lastTransitionTime", r.now)
	case dated:
		out.Delete("lastTransitionTime")
	}
	put(&out, c, "status", want.Status)
	put(&out, c, "reason", want.Reason)
	put(&out, c, "message", want.Message)
	entry, changed := out.Result()
	switch {
	case at < 0:
		r.own()
		r.entries = append(r.entries, entry)
	case changed:
		r.own()
		r.entries[at] = entry
	}
}

// put sets a field of m, which was made of was, unless it is as it should be.
func put(m *cow.Map, was map[string]any, field, value string) {
	if text(was, field) != value {
		m.Set(field, value)
	}
}

// remove drops all conditions of a type.
func (r *record) remove(conditionType string) {
	if _, at := r.find(conditionType); at < 0 {
		return
	}
	kept := make([]any, 0, len(r.entries)-1)
	for _, e := range r.entries {
		if c, ok := e.(map[string]any); !ok || text(c, "type") != conditionType {
			kept = append(kept, e)
		}
	}
	r.entries, r.owned, r.changed = kept, true, true
}

func (r *record) own() {
	r.changed = true
	if !r.owned {
		r.entries, r.owned = append(make([]any, 0, len(r.entries)+1), r.entries...), true
	}
}
