package specschema

import (
	"context"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// MaxSchemas is the greatest number of schemas in one schema, counted as often as they are
// referred to: references may double a schema again and again. It is more than fit into a CRD
// of 3 MiB if every schema has a type. The keywords and other values are bounded by 16 times
// as many.
const MaxSchemas = 1 << 18

const maxValues = 16 * MaxSchemas

type reporter struct {
	ctx   context.Context
	work  *work.Tracker
	path  structural.Path
	errs  errlist.List
	fatal *structural.Error // why the walk ended early
}

func (r *reporter) enter(step field.Step) { r.path = append(r.path, step) }

func (r *reporter) leave() { r.path = r.path[:len(r.path)-1] }

func (r *reporter) report(code field.Code, kind structural.Kind, value any, detail string, steps ...field.Step) {
	r.errs.Add(r.path, &structural.Error{Path: steps, Kind: kind, Code: code, Value: value, Detail: detail})
}

func (r *reporter) reportAll(errs structural.Errors) {
	for _, e := range errs {
		r.errs.Add(r.path, e)
	}
}

type extent struct{ depth, schemas, values int }

// bounded reports whether a walk may go on after n more values. It ends the walk with a fatal
// error if a schema is too large or nested too deeply.
func (r *reporter) bounded(e *extent, n int) bool {
	e.values += n
	switch {
	case r.fatal != nil:
	case e.depth > structural.MaxDepth:
		r.fatal = &structural.Error{
			Kind: field.Undecodable, Code: codes.NotJSON, Value: field.Omitted, Detail: codes.TooDeepDetail(structural.MaxDepth),
		}
	case e.schemas > MaxSchemas || e.values > maxValues:
		r.fatal = &structural.Error{
			Kind: field.Invalid, Code: codes.SchemaTooLarge, Value: field.Omitted, Detail: codes.SchemaTooLargeDetail(MaxSchemas),
		}
	}
	return r.fatal == nil && r.work.Step(1+n)
}

// size returns the number of values in a normalized value, counting shared maps each time, or
// any number over limit.
func size(v any, limit int) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			if n > limit {
				break
			}
			n += size(e, limit-n)
		}
	case []any:
		for _, e := range v {
			if n > limit {
				break
			}
			n += size(e, limit-n)
		}
	}
	return n
}

// result reads the schema of a map without references. It adds the errors of the walk.
func (r *reporter) result(m map[string]any) (*structural.Schema, structural.Errors, error) {
	if err := r.work.Err(); err != nil {
		return nil, nil, err
	}
	if r.fatal != nil {
		return nil, structural.Errors{r.fatal}, nil
	}
	s, errs, err := structural.FromMap(r.ctx, m)
	if err != nil {
		return nil, nil, err
	}
	if r.errs.Len() > 0 {
		for _, e := range errs {
			r.errs.Add(nil, e)
		}
		errs = r.errs.Sorted()
	}
	return s, errs, nil
}
