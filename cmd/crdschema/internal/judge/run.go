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

// Define compiles the CRDs of sources, and yields an item for each that cannot be read or served.
func (j *Judge) Define(ctx context.Context, from iter.Seq[input.Source], yield func(report.Item)) (out Defined) {
	for s := range from {
		for t := range s.Texts() {
			if t.Err == nil && !bytes.Contains(t.Bytes, crdKind) && !mayBeSchema(t.Bytes) {
				continue
			}
			for _, o := range t.Objects(ctx) {
				v := verdict{ctx: ctx, object: &o, item: start(&o)}
				switch {
				case o.Err != nil:
					v.unreadable(report.RuleUnreadable, o.Err)
				case o.IsCRD():
					out.CRDs++
					if err := j.Definitions.Add(ctx, &o); err != nil {
						v.unreadable(report.RuleNoVerdict, err)
					}
				case isJSONSchema(&o):
					if out.Schemas++; out.Schemas == 1 {
						out.Schema = v.item
					}
				}
				if v.item.Verdict != report.Accepted {
					yield(v.item)
				}
			}
		}
	}
	return out
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
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := runtime.GOMAXPROCS(0)
	queue, ordered := make(chan *job), make(chan *job, 2*workers)
	for range workers {
		go func() {
			for job := range queue {
				job.items <- j.text(ctx, job.text)
			}
		}()
	}
	go j.read(ctx, from, queue, ordered)
	for job := range ordered {
		select {
		case items := <-job.items:
			for _, item := range items {
				if err := yield(&item); err != nil {
					return err
				}
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}

// job is a text, and the verdicts on its objects once they are known.
type job struct {
	text  input.Text
	items chan []report.Item
}

func (j *Judge) read(ctx context.Context, from iter.Seq[input.Source], queue, ordered chan *job) {
	defer close(ordered)
	defer close(queue)
	for s := range from {
		for t := range s.Texts() {
			if s.Once && bytes.Contains(t.Bytes, crdKind) {
				j.define(ctx, t)
			}
			next := &job{text: t, items: make(chan []report.Item, 1)}
			select {
			case ordered <- next:
			case <-ctx.Done():
				return
			}
			select {
			case queue <- next:
			case <-ctx.Done():
				return
			}
		}
	}
}

// define compiles the CRDs of a text before the texts after it are judged.
func (j *Judge) define(ctx context.Context, t input.Text) {
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
