package explain

import (
	"context"
	"errors"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/solve"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

const (
	// The attempts for one error of a value and of a rule. A rule is attempted several times in
	// each.
	mostAttempts, mostRuleAttempts = 80, 16
	// mostWork bounds the search for all errors of a result: the values of all objects that
	// are made, where an object counts as leastWork at least.
	mostWork, leastWork = 5_000_000, 200
	// costOfRule is the number of objects that an attempt for a rule makes.
	costOfRule = 10
	// enough results of attempts at random end a search: the smallest one is taken.
	enough = 3
)

// search looks for edits: it changes the object, and the definition judges the result.
type search struct {
	definition *crdschema.Definition
	request    crdschema.Request // of the edited object
	work       *work.Tracker
	object     map[string]any // as it is sent or patched, or nil
	filled     map[string]any // with defaults, as rules see it
	old        map[string]any
	schema     node // of the version
	known      verdict
	trees      map[string]*celtree.Expr // of rules
	left       int                      // of mostWork
	kept       budget.Budget            // for the explanations themselves
	size       int                      // of the object, in values
	tries      uint64                   // the seed of the next attempt
}

func newSearch(ctx context.Context, w *work.Tracker, d *crdschema.Definition, req crdschema.Request, result crdschema.Result) (*search, error) {
	s := &search{work: w, definition: d, trees: map[string]*celtree.Expr{}, left: mostWork}
	s.kept = w.Left()
	s.kept.Steps, s.kept.Values = s.kept.Steps/4, s.kept.Values/4
	if req.Operation != crdschema.Create {
		s.old = req.Old
	}
	v := versionOf(d, req, result)
	s.schema.schema = v.Schema().Map()
	if err := s.readObject(ctx, v, req, result); err != nil {
		return nil, err
	}
	switch req.Operation {
	case crdschema.PatchStatus:
		req.Operation = crdschema.UpdateStatus
	case crdschema.Patch:
		req.Operation = crdschema.Update
		if req.Old == nil { // an apply
			req.Operation = crdschema.Create
		}
	}
	req.Body, req.ContentType, req.Duplicates, req.Fields, req.ObserveRules = nil, "", nil, nil, nil
	req.AllErrors, req.FieldValidation = true, crdschema.Ignore
	s.request = req
	if s.object == nil {
		return s, nil
	}
	var err error
	s.known, _, err = s.judge(s.object)
	return s, err
}

// readObject sets the object in which a reader looks for the values of a request: what was sent,
// or what a patch made.
func (s *search) readObject(ctx context.Context, v *crdschema.Version, req crdschema.Request, result crdschema.Result) error {
	switch {
	case req.Operation == crdschema.UpdateScale || req.Operation == crdschema.PatchScale || result.Decoded == nil:
		return nil
	case req.Operation == crdschema.Patch || req.Operation == crdschema.PatchStatus:
		s.object = result.Decoded
	case req.Object != nil:
		normal, err := structural.Normalize(req.Object)
		if err != nil {
			return err
		}
		s.object, _ = normal.(map[string]any)
	default:
		doc, err := document.DecodeOne(ctx, req.Body)
		var undecodable *document.DecodeError
		if errors.As(err, &undecodable) { // several documents
			s.object = result.Decoded
		} else if err != nil {
			return err
		} else {
			s.object = doc.Object
		}
	}
	var err error
	s.filled, _, err = v.Default(ctx, s.object)
	s.size = leastWork + sizeOf(s.filled)
	return err
}

// sizeOf returns the number of values in v, where 64 bytes of text count as one.
func sizeOf(v any) int {
	n := 1
	switch v := v.(type) {
	case string:
		n += len(v) / 64
	case map[string]any:
		for _, e := range v {
			n += sizeOf(e)
		}
	case []any:
		for _, e := range v {
			n += sizeOf(e)
		}
	}
	return n
}

func versionOf(d *crdschema.Definition, req crdschema.Request, result crdschema.Result) *crdschema.Version {
	name := req.Version
	if name == "" {
		apiVersion, _ := result.Decoded["apiVersion"].(string)
		_, name, _ = strings.Cut(apiVersion, "/")
	}
	if v, ok := d.Version(name); ok {
		return v
	}
	return d.StorageVersion()
}

// judge returns the verdict on an edited object, and whether the server can judge it at all, within
// half of what is left of the budget: the search goes on without an object that takes more. It ends with three
// quarters of the budget: the explanations of all errors need the rest.
func (s *search) judge(obj map[string]any) (verdict, bool, error) {
	if left := s.work.Left(); left.Steps < s.kept.Steps || left.Values < s.kept.Values {
		s.left = 0
		return nil, false, nil
	}
	req := s.request
	req.Object = obj
	ctx, half := s.work.Half()
	result, err := s.definition.Admit(ctx, req)
	if !s.work.Add(half) {
		return nil, false, s.work.Err()
	}
	if errors.Is(err, structural.ErrTooMuchWork) {
		s.left /= 2
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	out := verdict{}
	for _, e := range result.Errors {
		out[keyOfError(e)]++
	}
	for _, path := range result.Dropped {
		out[keyOf(path, string(codes.UnknownField))]++
	}
	return out, result.Status() == nil || len(result.Errors) > 0, nil
}

// edits returns the edits of the first change that repairs e, or the fewest edits of a few changes
// at random.
func (s *search) edits(e *structural.Error, c cause) ([]hints.Edit, error) {
	key := keyOfError(e)
	if s.object == nil || s.known[key] == 0 || s.left <= 0 {
		return nil, nil
	}
	s.left -= s.size
	var best []hints.Edit
	results, attempts := 0, 0
	for change := range s.changes(e, c) {
		if attempts++; attempts > mostAttempts || s.left <= 0 {
			break
		}
		s.left -= s.size
		edits, err := s.try(key, change)
		if err != nil {
			return nil, err
		}
		if edits == nil {
			continue
		}
		if results++; best == nil || len(edits) < len(best) {
			best = edits
		}
		if change.certain || results == enough || len(best) == 1 {
			break
		}
	}
	return best, nil
}

// change changes an object.
type change struct {
	make    func(g *generate.Generator, root *solve.Ref)
	certain bool // another attempt would be no better
}

// try returns the edits that a change makes, or nil if they do not repair the error.
func (s *search) try(key string, c change) ([]hints.Edit, error) {
	edited := structural.Clone(s.filled)
	s.tries++
	g := generate.New(s.tries, generate.WithExactSchemas(0))
	c.make(g, solve.Root(edited, s.schema.schema))
	edits := difference(nil, nil, s.filled, edited)
	if len(edits) == 0 {
		return nil, nil
	}
	after, judged, err := s.judge(hints.Hint{Edits: edits}.Apply(s.object))
	if err != nil || !judged || !s.known.repairs(after, key) {
		return nil, err
	}
	return edits, nil
}
