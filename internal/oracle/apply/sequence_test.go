package apply

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

// kind is one definition on both sides.
type kind struct {
	definition *crdschema.Definition
	ours       *apply.Applier
	theirs     *reference
}

// subject is an object of the corpus with its definition.
type subject struct {
	kind   func() *kind // nil if a server could not serve it
	object map[string]any
	others []map[string]any // of the same definition
}

// operation is one request.
type operation struct {
	Apply       bool
	Version     string
	Subresource string
	Manager     string
	Force       bool
	Change      func(live map[string]any) map[string]any `json:"-"` // the object of the request
	Stored      func(live map[string]any) map[string]any `json:"-"` // the stored object before it, or nil
}

// sequence is an object and the requests for it.
type sequence struct {
	kind       *kind
	Operations []operation
}

// corpusSubjects returns the objects of the corpus.
func corpusSubjects(tb testing.TB) parity.Cases[subject] {
	var out []subject
	var labels []string
	for _, crd := range corpus.Load(tb).CRDs {
		build := sync.OnceValue(func() *kind { return newKind(crd.Manifest) })
		var all []map[string]any
		for _, o := range crd.Objects {
			all = append(all, o.Value)
		}
		for _, o := range crd.Objects {
			out = append(out, subject{kind: build, object: o.Value, others: all})
			labels = append(labels, o.File)
		}
	}
	for i, s := range defaultedKeys() {
		out = append(out, s)
		labels = append(labels, fmt.Sprint("defaulted keys ", i))
	}
	return parity.Cases[subject]{N: len(out), At: func(i int) (string, subject) { return labels[i], out[i] }}
}

// newKind compiles a definition on both sides, with the conversion strategy None.
func newKind(manifest map[string]any) *kind {
	manifest = withoutConversion(manifest)
	d, err := crdschema.Compile(context.Background(), manifest)
	if err != nil {
		return nil
	}
	theirs, err := newReference(manifest, nil)
	if err != nil {
		return nil
	}
	ours, err := apply.New(d)
	if err != nil {
		panic(err)
	}
	return &kind{d, ours, theirs}
}

func withoutConversion(manifest map[string]any) map[string]any {
	manifest = maps.Clone(manifest)
	spec := maps.Clone(manifest["spec"].(map[string]any))
	delete(spec, "conversion")
	manifest["spec"] = spec
	return manifest
}

// TestSequences compares the answers to sequences of five requests for objects of the
// corpus: applies and updates by several managers, at several versions.
func TestSequences(t *testing.T) { compareSequences(t, "apply", newSequence) }

// TestManagedFields compares the managed fields after sequences of updates, some of which set
// them.
func TestManagedFields(t *testing.T) { compareSequences(t, "managed-fields", newUpdates) }

func compareSequences(t *testing.T, name string, vary func(uint64, subject) sequence) {
	subjects := corpusSubjects(t)
	n := max(1, (parity.Full(20_000)+subjects.N-1)/subjects.N)
	parity.Run(t, name, parity.Times(subjects, n, vary), func(c *parity.Check, in sequence) {
		if in.kind == nil {
			c.Void()
			return
		}
		in.compare(c)
	})
}

var (
	began = time.Now().Add(-2 * time.Second)
	epoch = began.AddDate(0, 0, -1).UTC().Truncate(time.Second) // later than the entries of the corpus, earlier than those of the server
)

func (in sequence) compare(c *parity.Check) {
	var live map[string]any
	for i, o := range in.Operations {
		now := epoch.Add(time.Duration(i+1) * time.Hour)
		if o.Stored != nil && live != nil {
			live = o.Stored(live)
		}
		object := o.Change(live)
		ours := in.kind.ask(o, live, object, now)
		theirs := func() answer { return in.kind.theirs.ask(o, live, object, now) }
		c.Equal(fmt.Sprintf("%d %s", i, o), ours, theirs(), inAnyOrder(ours, theirs))
		if ours.Object != nil {
			live = stored(ours.Object)
		}
	}
}

// inAnyOrder allows the errors and conflicts of one answer to come in another order, and
// another field to be the first one that is not declared, as maps have it.
func inAnyOrder(ours answer, theirs func() answer) parity.Allowed {
	return parity.Row("D95", func() any {
		seen := map[string]int{}
		const times = 1000
		var again answer
		for range times {
			again = theirs()
			if parity.Equal(again.sorted(), ours.sorted()) {
				return ours
			}
			for _, line := range again.lines() {
				seen[line]++
			}
		}
		if ours.among(seen, times) {
			return ours
		}
		return again
	})
}

// among reports whether a is an answer with errors that were seen in others, and with those
// that were seen each time.
func (a answer) among(seen map[string]int, times int) bool {
	lines := a.lines()
	for _, line := range lines {
		if seen[line] == 0 {
			return false
		}
	}
	for line, n := range seen {
		if n == times && !slices.Contains(lines, line) {
			return false
		}
	}
	return a.Object == nil && len(lines) > 1
}

// lines returns the lines of the text, with a single error in a line of its own, as
// several have it.
func (a answer) lines() []string {
	head, errs, found := strings.Cut(a.Text, "): ")
	if !found {
		return strings.Split(a.Text, "\n")
	}
	errs = strings.TrimPrefix(errs, "errors:\n  ")
	return append([]string{head}, strings.Split(errs, "\n  ")...)
}

// sorted returns a with sorted lines and causes.
func (a answer) sorted() answer {
	a.Text = strings.Join(slices.Sorted(slices.Values(a.lines())), "\n")
	a.Causes = slices.Sorted(slices.Values(a.Causes))
	return a
}

func (o operation) String() string {
	verb := "update"
	if o.Apply {
		verb = "apply"
	}
	return fmt.Sprintf("%s %s %s/%s force=%v", verb, o.Manager, o.Version, o.Subresource, o.Force)
}

// stored returns obj as it is read from storage, with what a server sets in a new one.
func stored(obj map[string]any) map[string]any {
	obj = upstream.Written(obj)
	meta, _ := obj["metadata"].(map[string]any)
	if meta["uid"] != nil {
		return obj
	}
	meta, obj = maps.Clone(meta), maps.Clone(obj)
	if meta == nil {
		meta = map[string]any{}
	}
	meta["uid"], meta["generation"], meta["creationTimestamp"] = "u", int64(1), "2019-01-01T00:00:00Z"
	obj["metadata"] = meta
	return obj
}

// ask returns our answer. It fails if a result is not the given one though nothing
// changes.
func (k *kind) ask(o operation, live, object map[string]any, now time.Time) answer {
	before := structural.Clone([]any{live, object})
	req := apply.Request{Live: live, Object: object, Version: o.Version, Subresource: o.Subresource, Manager: o.Manager, Force: o.Force, Now: now}
	call, same := k.ours.Update, object
	if o.Apply {
		call, same = k.ours.Apply, live
	}
	out, err := call(context.Background(), req)
	switch {
	case !structural.Equal(before, []any{live, object}):
		return answer{Text: "an argument was written to"}
	case err != nil:
		return ourFailure(err)
	case same != nil && structural.Equal(out, same) && !sameMap(out, same):
		return answer{Object: out, Text: "unchanged, but a new map"}
	}
	return answer{Object: out}
}

func sameMap(a, b map[string]any) bool {
	return fmt.Sprintf("%p", a) == fmt.Sprintf("%p", b)
}

func ourFailure(err error) answer {
	status := crdschema.StatusOf(err)
	if status == nil {
		return answer{Text: "no verdict: " + err.Error()}
	}
	out := answer{Code: status.Code, Text: status.Message}
	if status.Details != nil {
		for _, cause := range status.Details.Causes {
			out.Causes = append(out.Causes, fmt.Sprintf("%s %s: %s", cause.Reason, cause.Field, cause.Message))
		}
	}
	var conflicts *apply.ConflictError
	if errors.As(err, &conflicts) && conflicts.Error() != out.Text {
		out.Text = "two texts"
	}
	return out
}

// ask returns the server's answer with the times that it has set replaced by now.
func (r *reference) ask(o operation, live, object map[string]any, now time.Time) answer {
	var out answer
	if o.Apply {
		out = r.apply(o, live, object)
	} else {
		out = r.update(o, live, object)
	}
	meta, _ := out.Object["metadata"].(map[string]any)
	list, _ := meta["managedFields"].([]any)
	for _, e := range list {
		entry, _ := e.(map[string]any)
		text, _ := entry["time"].(string)
		if t, err := time.Parse(time.RFC3339, text); err == nil && t.After(began) {
			entry["time"] = now.Format(time.RFC3339)
		}
	}
	return out
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }
