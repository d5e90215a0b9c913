package specschema

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// MaxSchemas is the greatest number of schemas that one schema may consist of, where a
// schema counts as often as it is referred to. It is more than fit into a crd of 3 MiB
// whose schemas have types, and bounds references that double a schema again and again.
const MaxSchemas = 1 << 18

// reporter collects the errors of a walk, whose path it keeps.
type reporter struct {
	path  structural.Path
	errs  field.List
	fatal *structural.Error // why the walk ended early
}

func (r *reporter) enter(step structural.Step) { r.path = append(r.path, step) }

func (r *reporter) leave() { r.path = r.path[:len(r.path)-1] }

// report adds an error located below steps from the current path.
func (r *reporter) report(code structural.Code, kind structural.Kind, value any, detail string, steps ...structural.Step) {
	r.errs.Add(r.path, &structural.Error{Path: steps, Kind: kind, Code: code, Value: value, Detail: detail})
}

func (r *reporter) reportAll(errs structural.Errors) {
	for _, e := range errs {
		r.errs.Add(r.path, e)
	}
}

// bounded reports whether the walk may go on. It ends with a fatal error if a schema is
// nested too deeply, which Go pointers and references without end are, or too large.
func (r *reporter) bounded(schemas, depth int) bool {
	switch {
	case r.fatal != nil:
	case depth > structural.MaxDepth:
		r.fatal = &structural.Error{
			Kind: structural.Undecodable, Code: codes.NotJSON, Value: structural.Omitted, Detail: codes.SchemaTooDeepDetail(structural.MaxDepth),
		}
	case schemas > MaxSchemas:
		r.fatal = &structural.Error{
			Kind: structural.Invalid, Code: codes.SchemaTooLarge, Value: structural.Omitted, Detail: codes.SchemaTooLargeDetail(MaxSchemas),
		}
	}
	return r.fatal == nil
}

// result reads the schema of a map whose references are replaced, and adds the errors
// of doing so to those of the walk.
func (r *reporter) result(m map[string]any) (*structural.Schema, structural.Errors) {
	if r.fatal != nil {
		return nil, structural.Errors{r.fatal}
	}
	s, errs := structural.FromMap(m)
	if r.errs.Len() == 0 {
		return s, errs
	}
	for _, e := range errs {
		r.errs.Add(nil, e)
	}
	return s, r.errs.Sorted()
}
