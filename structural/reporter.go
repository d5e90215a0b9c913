package structural

import "github.com/seed95800270/crdschema/internal/field"

// reporter collects the errors of a walk over a schema. The walk keeps its path;
// an error gets a copy, so that nothing is built for a valid schema.
type reporter struct {
	path Path
	errs field.List
}

// usualDepth is room for the path of all but unusually deep schemas.
const usualDepth = 32

func newReporter() reporter { return reporter{path: make(Path, 0, usualDepth)} }

func (r *reporter) enter(step Step) { r.path = append(r.path, step) }

// step replaces the last step of the path with that of a sibling. A walk over
// many siblings enters an empty step first, which costs less than to enter and
// leave each of them.
func (r *reporter) step(step Step) { r.path[len(r.path)-1] = step }

func (r *reporter) leave() { r.path = r.path[:len(r.path)-1] }

// report adds an error located below steps from the current path.
func (r *reporter) report(kind Kind, value any, detail string, steps ...Step) {
	r.add(&Error{Path: steps, Kind: kind, Value: value, Detail: detail})
}

// add adds an error located below the current path.
func (r *reporter) add(e *Error) { r.errs.Add(r.path, e) }

// addAll adds errors located below the current path.
func (r *reporter) addAll(errs Errors) {
	for _, e := range errs {
		r.add(e)
	}
}
