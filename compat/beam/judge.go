package beam

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/document"
)

// mostObjects and mostBytes bound what a worker keeps of a kind before it judges it.
const (
	mostObjects = 1_000
	mostBytes   = 16 << 20
)

// judgeFn judges the objects of a bundle. Its fields are not sent to workers.
type judgeFn struct {
	audits map[string]*compat.Audit
	kinds  map[string]*batch
}

// batch is objects of a kind that are not judged yet.
type batch struct {
	sources []compat.Source
	objects []map[string]any
	bytes   int
}

// StartBundle prepares the work on a bundle.
func (f *judgeFn) StartBundle(func(*Upgrade) bool, func(string, []byte)) {
	f.kinds = map[string]*batch{}
}

// ProcessElement takes one object.
func (f *judgeFn) ProcessElement(ctx context.Context, r Record, upgrades func(*Upgrade) bool, emit func(string, []byte)) error {
	if f.audits == nil {
		var err error
		if f.audits, err = compile(ctx, upgrades); err != nil {
			return err
		}
	}
	source := compat.Source{Name: r.Source}
	var object map[string]any
	var kind string
	if object, kind, source.Err = read(ctx, r); source.Err == nil && f.audits[kind] == nil {
		source.Err = fmt.Errorf("there is no CRD of %s", kind)
	}
	if source.Err != nil {
		kind = unknown
	}
	b := f.kinds[kind]
	if b == nil {
		b = &batch{}
		f.kinds[kind] = b
	}
	b.sources, b.objects, b.bytes = append(b.sources, source), append(b.objects, object), b.bytes+len(r.Object)
	if len(b.objects) < mostObjects && b.bytes < mostBytes {
		return nil
	}
	delete(f.kinds, kind)
	return f.judge(ctx, kind, b, emit)
}

// FinishBundle judges the rest of a bundle.
func (f *judgeFn) FinishBundle(ctx context.Context, _ func(*Upgrade) bool, emit func(string, []byte)) error {
	for kind, b := range f.kinds {
		if err := f.judge(ctx, kind, b, emit); err != nil {
			return err
		}
	}
	f.kinds = nil
	return nil
}

func (f *judgeFn) judge(ctx context.Context, kind string, b *batch, emit func(string, []byte)) error {
	audit := f.audits[kind]
	if kind == unknown { // its sources have errors, which every audit counts
		for _, audit = range f.audits {
			break
		}
	}
	report, err := audit.Run(ctx, func(yield func(compat.Source, map[string]any) bool) {
		for i, object := range b.objects {
			if !yield(b.sources[i], object) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	emit(kind, report.JSON())
	return nil
}

// unknown is the key of objects that are not judged.
const unknown = ""

// read returns the object of a record, and its group and kind.
func read(ctx context.Context, r Record) (map[string]any, string, error) {
	if r.Error != "" {
		return nil, unknown, errors.New(r.Error)
	}
	doc, err := document.DecodeJSON(ctx, r.Object)
	if err != nil {
		return nil, unknown, err
	}
	version, _ := doc.Object["apiVersion"].(string)
	kind, _ := doc.Object["kind"].(string)
	group, _, _ := strings.Cut(version, "/")
	return doc.Object, group + "/" + kind, nil
}
