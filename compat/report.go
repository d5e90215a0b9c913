package compat

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Outcome is what an audit says of an object. An object may have several.
type Outcome uint8

const (
	// Unreadable is an object that the server cannot read any more.
	Unreadable Outcome = iota
	// Refused is an object whose next update is rejected, even one that changes nothing.
	Refused
	// Dropped is an object that is read without one of its values.
	Dropped
	// NotConvertible is an object that cannot be converted to a served version.
	NotConvertible
	// RoundTrip is an object that loses a value through another served version.
	RoundTrip
	// Changed is an object that is read with another value.
	Changed
	// Defaulted is an object that is read with another default.
	Defaulted
	// Tolerated is an object with errors that updates may keep.
	Tolerated
	// Failed is an object that was not judged.
	Failed
	// Accepted is an object without any of the above.
	Accepted
)

const outcomes = int(Accepted) + 1

// String returns the name of the constant in lower case: "not-convertible".
func (o Outcome) String() string {
	return nameOf(o, "unreadable", "refused", "dropped", "not-convertible", "round-trip", "changed", "defaulted", "tolerated", "failed", "accepted")
}

// MarshalText returns what [Outcome.String] returns.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText sets o to the outcome with a name, or returns an error.
func (o *Outcome) UnmarshalText(text []byte) error {
	for i := range Outcome(outcomes) {
		if i.String() == string(text) {
			*o = i
			return nil
		}
	}
	return fmt.Errorf("there is no outcome %q", text)
}

// Report counts the outcomes of an audit. The zero Report is about no objects. Equal objects
// have equal reports, whatever their order and however they are split: see [Merge].
type Report struct {
	// Objects is the number of objects.
	Objects int64 `json:"objects"`
	// Counts are the numbers of objects with each outcome.
	Counts map[Outcome]int64 `json:"counts,omitempty"`
	// Entries are the reasons, sorted by outcome, version, path and code: the first 1,000.
	Entries []Entry `json:"entries,omitempty"`
	// Omitted is the number of objects in further entries; an object counts for each entry.
	Omitted int64 `json:"omitted,omitempty"`
}

// Entry is one reason of an outcome.
type Entry struct {
	Outcome Outcome `json:"outcome"`
	// Version is the version of the objects.
	Version string `json:"version,omitempty"`
	// Path is the path of the value, with * for indices and for keys of maps.
	Path string `json:"path,omitempty"`
	// Code is the code of the error, or empty.
	Code string `json:"code,omitempty"`
	// Objects is the number of times that it was found.
	Objects int64 `json:"objects"`
	// Examples are the three objects with the smallest names.
	Examples []Example `json:"examples,omitempty"`
}

// Example is an object of an entry.
type Example struct {
	// Object is the namespace and the name, and Source the name of the [Source].
	Object string `json:"object,omitempty"`
	Source string `json:"source,omitempty"`
	// Text is the server's error, cut to 200 bytes.
	Text string `json:"text,omitempty"`
}

func (e Example) compare(f Example) int {
	return cmp.Or(strings.Compare(e.Object, f.Object), strings.Compare(e.Source, f.Source), strings.Compare(e.Text, f.Text))
}

// mostEntries and mostExamples bound a report.
const (
	mostEntries  = 1_000
	mostExamples = 3
)

// key identifies an entry.
type key struct {
	outcome             Outcome
	version, path, code string
}

func (k key) compare(l key) int {
	return cmp.Or(cmp.Compare(k.outcome, l.outcome), strings.Compare(k.version, l.version), strings.Compare(k.path, l.path), strings.Compare(k.code, l.code))
}

// tally is a report that grows.
type tally struct {
	objects int64
	counts  [outcomes]int64
	entries map[key]*Entry
	omitted int64
}

func (t *tally) add(k key, examples ...Example) { t.count(k, 1, examples) }

func (t *tally) count(k key, n int64, examples []Example) {
	e := t.entries[k]
	if e == nil {
		if t.entries == nil {
			t.entries = map[key]*Entry{}
		}
		e = &Entry{Outcome: k.outcome, Version: k.version, Path: k.path, Code: k.code}
		t.entries[k] = e
	}
	e.Objects += n
	for _, x := range examples {
		i, found := slices.BinarySearchFunc(e.Examples, x, Example.compare)
		if found || i >= mostExamples {
			continue
		}
		e.Examples = slices.Insert(e.Examples, i, x)
		e.Examples = e.Examples[:min(len(e.Examples), mostExamples)]
	}
	if len(t.entries) > 2*mostEntries {
		t.drop()
	}
}

// drop keeps the smallest entries. An entry that is among the smallest in the end is among them
// in every part, so that its count is complete.
func (t *tally) drop() []key {
	keys := make([]key, 0, len(t.entries))
	for k := range t.entries {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, key.compare)
	for _, k := range keys[min(len(keys), mostEntries):] {
		t.omitted += t.entries[k].Objects
		delete(t.entries, k)
	}
	return keys[:min(len(keys), mostEntries)]
}

// close counts an object with a set of outcomes.
func (t *tally) close(set uint16) {
	t.objects++
	if set == 0 {
		set = 1 << Accepted
	}
	for o := range t.counts {
		if set>>o&1 == 1 {
			t.counts[o]++
		}
	}
}

func (t *tally) report() Report {
	r := Report{Objects: t.objects}
	for _, k := range t.drop() {
		r.Entries = append(r.Entries, *t.entries[k])
	}
	r.Omitted = t.omitted
	for o, n := range t.counts {
		if n > 0 {
			if r.Counts == nil {
				r.Counts = map[Outcome]int64{}
			}
			r.Counts[Outcome(o)] = n
		}
	}
	return r
}

// Merge returns the report about the objects of all reports. The order and the grouping of the reports
// do not matter: the result is equal, and so is its text and its JSON.
func Merge(reports ...Report) Report {
	t := &tally{}
	for _, r := range reports {
		t.objects += r.Objects
		t.omitted += r.Omitted
		for o, n := range r.Counts {
			if int(o) < outcomes {
				t.counts[o] += n
			}
		}
		for _, e := range r.Entries {
			t.count(key{e.Outcome, e.Version, e.Path, e.Code}, e.Objects, e.Examples)
		}
	}
	return t.report()
}

// Clean reports whether no object is unreadable, refused, not convertible or without a value, and
// all were judged.
func (r Report) Clean() bool {
	for _, o := range []Outcome{Unreadable, Refused, Dropped, NotConvertible, RoundTrip, Failed} {
		if r.Counts[o] > 0 {
			return false
		}
	}
	return true
}

// String returns the report as text: the counts, then a line for each entry.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "objects %d", r.Objects)
	for o := range Outcome(outcomes) {
		if r.Counts[o] > 0 {
			fmt.Fprintf(&b, ", %s %d", o, r.Counts[o])
		}
	}
	b.WriteByte('\n')
	for _, e := range r.Entries {
		fmt.Fprintf(&b, "%s\t%d\t%s", e.Outcome, e.Objects, orNone(e.Version))
		for _, part := range []string{e.Path, e.Code} {
			if part != "" {
				b.WriteByte(' ')
				b.WriteString(part)
			}
		}
		for _, x := range e.Examples {
			fmt.Fprintf(&b, "\n\t%s", x)
		}
		b.WriteByte('\n')
	}
	if r.Omitted > 0 {
		fmt.Fprintf(&b, "%d more in other entries\n", r.Omitted)
	}
	return b.String()
}

// String returns the object, its source and the error.
func (e Example) String() string {
	parts := []string{}
	for _, p := range []string{e.Object, e.Source, e.Text} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ": ")
}

// JSON returns the report as indented JSON, with a line break at the end.
func (r Report) JSON() []byte {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil { // no field can fail
		return nil
	}
	return append(text, '\n')
}
