package judge

import (
	"bytes"
	"context"
	"iter"
	"runtime"
	"sync"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
)

// crdKind is part of every text with a CRD.
var crdKind = []byte("CustomResourceDefinition")

// Defined is what Define found.
type Defined struct {
	// CRDs is the number of CRDs. Those that cannot be served count, too.
	CRDs int
	// Schemas is the number of JSON schemas, and Schema the first of them.
	Schemas int
	Schema  report.Item
}

// Define compiles the CRDs of sources on all processors, and yields an item for each that cannot be read
// or served, in their order.
func (j *Judge) Define(ctx context.Context, from iter.Seq[input.Source], yield func(report.Item)) (out Defined) {
	// The error is the context's: then nothing is judged, either.
	_ = parallel(ctx, textsWithCRDs(from), func(t input.Text) []candidate { return j.candidates(ctx, t) }, func(all []candidate) error {
		for _, c := range all {
			if j.define(ctx, &c, &out); c.verdict.item.Verdict != report.Accepted {
				yield(c.verdict.item)
			}
		}
		return nil
	})
	return out
}

// textsWithCRDs returns the texts that may have a CRD or a JSON schema, and those that cannot be read.
func textsWithCRDs(from iter.Seq[input.Source]) iter.Seq[input.Text] {
	return func(yield func(input.Text) bool) {
		for s := range from {
			for t := range s.Texts() {
				if t.Err == nil && !bytes.Contains(t.Bytes, crdKind) && !mayBeSchema(t.Bytes) {
					continue
				}
				if !yield(t) {
					return
				}
			}
		}
	}
}

// candidate is an object among definitions, compiled if it is a CRD.
type candidate struct {
	verdict  verdict
	compiled *definition
}

func (j *Judge) candidates(ctx context.Context, t input.Text) []candidate {
	objects := t.Objects(ctx)
	out := make([]candidate, len(objects))
	for i := range objects {
		o := &objects[i]
		out[i].verdict = verdict{ctx: ctx, object: o, item: start(o)}
		if o.Err == nil && o.IsCRD() {
			out[i].compiled = j.Definitions.compile(ctx, o)
		}
	}
	return out
}

func (j *Judge) define(ctx context.Context, c *candidate, out *Defined) {
	o := c.verdict.object
	switch {
	case o.Err != nil:
		c.verdict.unreadable(report.RuleUnreadable, o.Err)
	case c.compiled != nil:
		out.CRDs++
		if err := j.Definitions.add(ctx, o, c.compiled); err != nil {
			c.verdict.unreadable(report.RuleNoVerdict, err)
		}
	case isJSONSchema(o):
		if out.Schemas++; out.Schemas == 1 {
			out.Schema = c.verdict.item
		}
	}
}

// Collect compiles the CRDs among the objects that are to be judged, so that their order does not
// matter. A source that can be read only once is left out: its CRDs must come before their objects.
// The verdict on a CRD says what is wrong with it.
func (j *Judge) Collect(ctx context.Context, from iter.Seq[input.Source]) {
	rereadable := func(yield func(input.Source) bool) {
		for s := range from {
			if !s.Once && !yield(s) {
				return
			}
		}
	}
	j.Define(ctx, rereadable, func(report.Item) {})
}

// Run yields the verdicts on all objects of sources, in their order. It judges on all processors and
// holds a few texts at a time. It ends with the context or the first error of yield.
func (j *Judge) Run(ctx context.Context, from iter.Seq[input.Source], yield func(*report.Item) error) error {
	return parallel(ctx, j.texts(ctx, from), func(t input.Text) []report.Item { return j.text(ctx, t) }, func(items []report.Item) error {
		for _, item := range items {
			if err := yield(&item); err != nil {
				return err
			}
		}
		return nil
	})
}

// texts returns the texts of sources. The CRDs of a source that can be read once are compiled before what
// follows them.
func (j *Judge) texts(ctx context.Context, from iter.Seq[input.Source]) iter.Seq[input.Text] {
	return func(yield func(input.Text) bool) {
		for s := range from {
			for t := range s.Texts() {
				if s.Once && bytes.Contains(t.Bytes, crdKind) {
					j.defineAll(ctx, t)
				}
				if !yield(t) {
					return
				}
			}
		}
	}
}

// defineAll compiles the CRDs of a text before the texts after it are judged.
func (j *Judge) defineAll(ctx context.Context, t input.Text) {
	for _, o := range t.Objects(ctx) {
		if o.Err == nil && o.IsCRD() {
			_ = j.Definitions.Add(ctx, &o) // the CRD's own verdict has the error
		}
	}
}

// text judges the objects of a text, and a long list on all processors.
func (j *Judge) text(ctx context.Context, t input.Text) []report.Item {
	objects := t.Objects(ctx)
	items := make([]report.Item, len(objects))
	workers := max(1, min(runtime.GOMAXPROCS(0), len(objects)/longList))
	var all sync.WaitGroup
	for w := range workers {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := w; i < len(objects); i += workers {
				items[i] = j.Object(ctx, &objects[i])
			}
		}()
	}
	all.Wait()
	return items
}

// longList is the number of objects for which another goroutine is worth its start.
const longList = 8
