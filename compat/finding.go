package compat

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
)

// Verdict says what is known about a change. There are no other answers.
type Verdict uint8

const (
	// Unproven is a change without a proof and without a witness.
	Unproven Verdict = iota
	// Safe is a change that is proved to have no effect on objects that the old CRD accepts.
	Safe
	// Breaking is a change with a witness: an object for which the effect was observed.
	Breaking
)

// String returns "unproven", "safe" or "breaking".
func (v Verdict) String() string { return nameOf(v, "unproven", "safe", "breaking") }

// MarshalText returns what [Verdict.String] returns.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Effect is what a change does.
type Effect uint8

const (
	// Widens: more objects are accepted, or nothing changes.
	Widens Effect = iota
	// Refuses: an object that was accepted is rejected.
	Refuses
	// Drops: a value is not stored or not read any more.
	Drops
	// Defaults: an object gets another default, or loses one.
	Defaults
	// Stores: the object that is stored for a request is another one.
	Stores
	// Ownership: field managers own other fields after the same server-side apply.
	Ownership
	// BreaksConversion: an object is converted in another way, or cannot be converted.
	BreaksConversion
	// BreaksStored: stored objects cannot be read any more.
	BreaksStored
	// Unserves: requests for a version or a subresource are answered with 404.
	Unserves
	// RefusesCRD: the server rejects the new CRD as an update of the old one.
	RefusesCRD
)

// String returns the name of the constant in lower case: "breaks-stored".
func (e Effect) String() string {
	return nameOf(e, "widens", "refuses", "drops", "defaults", "stores", "ownership", "breaks-conversion", "breaks-stored", "unserves", "refuses-crd")
}

// MarshalText returns what [Effect.String] returns.
func (e Effect) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// Audience is who notices a change.
type Audience uint8

const (
	// Writers create objects.
	Writers Audience = iota
	// Updaters write existing objects back, with the ratcheting of the server.
	Updaters
	// Readers get, list and watch objects.
	Readers
	// Appliers use server-side apply.
	Appliers
	// Administrators update the CRD.
	Administrators
)

// String returns the name of the constant in lower case.
func (a Audience) String() string {
	return nameOf(a, "writers", "updaters", "readers", "appliers", "administrators")
}

// MarshalText returns what [Audience.String] returns.
func (a Audience) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// Severity orders findings.
type Severity uint8

const (
	// Info needs no action.
	Info Severity = iota
	// Warning is a change of behavior that rejects and loses nothing, or an unproven change.
	Warning
	// Error is a change that rejects or loses something.
	Error
)

// String returns "info", "warning" or "error".
func (s Severity) String() string { return nameOf(s, "info", "warning", "error") }

// MarshalText returns what [Severity.String] returns.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func nameOf[T ~uint8](v T, names ...string) string {
	if int(v) >= len(names) {
		return fmt.Sprintf("unknown(%d)", v)
	}
	return names[v]
}

// Finding is one effect of one change.
type Finding struct {
	// Version is the version of the objects, or empty if the finding is about the whole CRD.
	Version string `json:"version,omitempty"`
	// OldPath and Path lead to the change in the old and in the new CRD. One is nil if that CRD
	// lacks it.
	OldPath structural.Path `json:"oldPath,omitempty"`
	Path    structural.Path `json:"path,omitempty"`
	// Check names what changed: the keyword, or "versions", "scope", "names", and so on.
	Check string `json:"check"`
	// From and To are the old and the new value as JSON, cut to 200 bytes; "" if absent.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// Effect is what the change does. For an unproven change, it is the worst that could not be
	// excluded.
	Effect  Effect  `json:"effect"`
	Verdict Verdict `json:"verdict"`
	// For is who notices it, empty for nobody.
	For []Audience `json:"for,omitempty"`
	// Severity follows from the effect and the verdict.
	Severity Severity `json:"severity"`
	// Reason is why the change is safe or, without a witness, breaking.
	Reason string `json:"reason,omitempty"`
	// Witness is set for a breaking change of a schema.
	Witness *Witness `json:"witness,omitempty"`
	// Tried are the searches for a witness, if none was found.
	Tried []string `json:"tried,omitempty"`
}

// Witness is an object that shows an effect. Both definitions have judged it.
type Witness struct {
	// Operation is the request that was sent to both: Create, Update or UpdateStatus.
	Operation crdschema.Operation `json:"operation"`
	// Object is the object of the request, and Old the stored one of an update.
	Object map[string]any `json:"object"`
	Old    map[string]any `json:"old,omitempty"`
	// Refused are the errors with which the new definition rejects Object.
	Refused []string `json:"refused,omitempty"`
	// Dropped, Defaulted and Changed are the paths at which the object of the new definition lacks a
	// value, has one more, or has another one. They differ in what is stored or in what is read.
	Dropped   []structural.Path `json:"dropped,omitempty"`
	Defaulted []structural.Path `json:"defaulted,omitempty"`
	Changed   []structural.Path `json:"changed,omitempty"`
	// NextUpdate are the errors of an update that writes the stored object back unchanged.
	NextUpdate []string `json:"nextUpdate,omitempty"`
	// Managers are the managed fields after the same apply with both definitions.
	OldManagers []any `json:"oldManagers,omitempty"`
	Managers    []any `json:"managers,omitempty"`
}

// String returns one line about the finding.
func (f Finding) String() string {
	at := f.Path
	if at == nil {
		at = f.OldPath
	}
	line := fmt.Sprintf("%s: %s %s: %s", f.Severity, f.Verdict, f.Effect, f.Check)
	if len(at) > 0 {
		line = fmt.Sprintf("%s: %s", at, line)
	}
	if f.From != "" || f.To != "" {
		line += fmt.Sprintf(" (%s -> %s)", orNone(f.From), orNone(f.To))
	}
	if f.Reason != "" {
		line += ": " + f.Reason
	}
	if w := f.Witness; w != nil && len(w.Refused) > 0 {
		line += ": " + w.Refused[0]
	}
	return line
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// Comparison is what an update of a CRD does.
type Comparison struct {
	// Findings are sorted by the order of the walk: the CRD, its versions, their schemas.
	Findings []Finding `json:"findings"`
	// Omitted is the number of changes beyond the limit of 5,000.
	Omitted int `json:"omitted,omitempty"`
	// Steps are what to do about stored objects, in order.
	Steps []string `json:"steps,omitempty"`
}

// Verdict returns the worst verdict: Breaking, then Unproven, then Safe.
func (c Comparison) Verdict() Verdict {
	worst := Safe
	if c.Omitted > 0 {
		worst = Unproven
	}
	for _, f := range c.Findings {
		if f.Verdict == Breaking {
			return Breaking
		}
		if f.Verdict == Unproven {
			worst = Unproven
		}
	}
	return worst
}

// Severity returns the highest severity.
func (c Comparison) Severity() Severity {
	highest := Info
	for _, f := range c.Findings {
		highest = max(highest, f.Severity)
	}
	return highest
}

// String returns a line for each finding, and the steps.
func (c Comparison) String() string {
	var b strings.Builder
	for _, f := range c.Findings {
		fmt.Fprintln(&b, f)
	}
	if c.Omitted > 0 {
		fmt.Fprintf(&b, "%d changes are not listed\n", c.Omitted)
	}
	for i, s := range c.Steps {
		fmt.Fprintf(&b, "step %d: %s\n", i+1, s)
	}
	fmt.Fprintf(&b, "verdict: %s\n", c.Verdict())
	return b.String()
}
