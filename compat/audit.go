package compat

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/valuediff"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Source says where an object of an audit comes from.
type Source struct {
	// Name is a file, a key or anything else for people.
	Name string
	// Err is why the object is missing. It is counted as failed.
	Err error
}

// Audit judges stored objects against a definition, or against the upgrade of one. [NewAudit] makes
// it. It is immutable and safe for concurrent use.
type Audit struct{ old, upgraded *crdschema.Definition }

// NewAudit returns an audit of objects of a CRD against the CRD that replaces it. old may be nil: the
// objects are then judged against upgraded alone. The error says that a CRD cannot be served.
func NewAudit(ctx context.Context, old, upgraded map[string]any, opts ...Option) (*Audit, error) {
	o := optionsOf(opts)
	a := &Audit{}
	var err error
	if a.upgraded, err = o.compiler.Compile(ctx, upgraded, definitionOptions(upgraded, o.upgraded)...); err != nil {
		return nil, fmt.Errorf("the new CRD: %w", err)
	}
	if old == nil {
		return a, nil
	}
	if a.old, err = o.compiler.Compile(ctx, old, definitionOptions(old, o.old)...); err != nil {
		return nil, fmt.Errorf("the old CRD: %w", err)
	}
	return a, nil
}

// Run judges objects, as they are in storage or as any version returns them, on all cores. Its memory
// does not grow with their number. It takes the next object when a worker is free.
//
// The error is the context's: the report is then about the objects that were judged. A broken
// object is not one.
func (a *Audit) Run(ctx context.Context, objects iter.Seq2[Source, map[string]any]) (Report, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	type input struct {
		source Source
		object map[string]any
	}
	inputs := make(chan input)
	tallies := make([]*tally, runtime.GOMAXPROCS(0))
	var workers sync.WaitGroup
	for i := range tallies {
		tallies[i] = &tally{}
		workers.Add(1)
		go func() {
			defer workers.Done()
			for in := range inputs {
				if ctx.Err() == nil {
					a.judge(ctx, in.source, in.object, tallies[i])
				}
			}
		}()
	}
	if objects != nil {
		for source, object := range objects {
			if ctx.Err() != nil {
				break
			}
			inputs <- input{source, object}
		}
	}
	close(inputs)
	workers.Wait()
	reports := make([]Report, len(tallies))
	for i, t := range tallies {
		reports[i] = t.report()
	}
	return Merge(reports...), context.Cause(ctx)
}

// errUnknown is the failure of an object of another kind.
var errUnknown = errors.New("it is not an object of the CRD")

// judge adds one object to a tally.
func (a *Audit) judge(ctx context.Context, source Source, object map[string]any, t *tally) {
	j := &judgment{Audit: a, tally: t, example: Example{Source: cut(source.Name)}}
	err := source.Err
	if err == nil {
		err = j.run(ctx, object)
	}
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		j.example.Text = cut(err.Error())
		code := "failed"
		if errors.Is(err, structural.ErrTooMuchWork) {
			code = "too-much-work"
		}
		j.add(Failed, "", code)
	}
	t.close(j.outcomes)
}

// judgment is the work on one object.
type judgment struct {
	*Audit
	tally    *tally
	example  Example
	version  string
	outcomes uint16
}

func (j *judgment) add(o Outcome, path, code string) {
	j.outcomes |= 1 << o
	j.tally.add(key{o, j.version, path, code}, j.example)
}

func (j *judgment) run(ctx context.Context, object map[string]any) error {
	normalized, err := structural.NormalizeStored(object)
	if err != nil {
		return err
	}
	object, _ = normalized.(map[string]any)
	group, version, _ := strings.Cut(textOf(object["apiVersion"]), "/")
	meta, _ := object["metadata"].(map[string]any)
	j.example.Object = cut(strings.TrimPrefix(textOf(meta["namespace"])+"/"+textOf(meta["name"]), "/"))
	if group != j.upgraded.Group() || textOf(object["kind"]) != j.upgraded.Kind() {
		return fmt.Errorf("%w: %s, %s", errUnknown, textOf(object["apiVersion"]), textOf(object["kind"]))
	}
	j.version = cut(version)
	if meta != nil && meta["resourceVersion"] == nil {
		object = without(object, "metadata")
		meta = without(meta, "resourceVersion")
		meta["resourceVersion"] = "1"
		object["metadata"] = meta
	}
	return j.stored(ctx, object, version)
}

func textOf(v any) string {
	s, _ := v.(string)
	return s
}

// stored judges an object of the kind.
func (j *judgment) stored(ctx context.Context, object map[string]any, version string) error {
	now, declared := j.upgraded.Version(version)
	if !declared {
		_, err := j.upgraded.Read(ctx, object, "")
		return j.lost(Unreadable, err)
	}
	before, err := j.before(ctx, object, version)
	if err != nil { // already with the old CRD
		return j.lost(Unreadable, err)
	}
	after, err := now.DecodeStored(ctx, object)
	if err != nil {
		return j.lost(Unreadable, err)
	}
	schema := now.Schema()
	if j.old != nil {
		if was, found := j.old.Version(version); found {
			schema = was.Schema()
		}
	}
	for _, d := range valuediff.Compare(after, before) {
		outcome := Changed
		if d.Missing {
			outcome = Dropped
		} else if d.Extra {
			outcome = Defaulted
		}
		j.example.Text = ""
		if outcome == Dropped || j.old != nil || d.Path[0] != structural.Field("metadata") { // the server completes metadata
			j.add(outcome, collapsed(schema, d.Path), "")
		}
	}
	if err := j.update(ctx, object, now); err != nil {
		return err
	}
	return j.roundTrips(ctx, object, after, version)
}

// before returns what the old definition reads, or the object itself without one.
func (j *judgment) before(ctx context.Context, object map[string]any, version string) (map[string]any, error) {
	if j.old == nil {
		return object, nil
	}
	v, declared := j.old.Version(version)
	if !declared {
		return object, nil
	}
	return v.DecodeStored(ctx, object)
}

// lost adds an outcome with the text of an error, unless it ends the work on the object.
func (j *judgment) lost(o Outcome, err error) error {
	if err == nil || errors.Is(err, structural.ErrTooMuchWork) {
		return err
	}
	j.example.Text = cut(err.Error())
	j.add(o, "", "")
	return nil
}

// update writes the object back without a change, at its version or else at the preferred one.
func (j *judgment) update(ctx context.Context, object map[string]any, v *crdschema.Version) error {
	if !v.Served() {
		served := j.upgraded.ServedVersions()
		if len(served) == 0 {
			return nil
		}
		v, _ = j.upgraded.Version(served[0])
	}
	read, err := j.upgraded.Read(ctx, object, v.Name())
	if err != nil {
		return j.unconverted(err)
	}
	res, err := j.upgraded.Admit(ctx, crdschema.Request{Object: read, Old: read, Operation: crdschema.Update, Version: v.Name()})
	if err != nil {
		return err
	}
	for _, e := range res.Errors[:min(len(res.Errors), 50)] {
		j.example.Text = cut(e.Error())
		j.add(Refused, collapsed(v.Schema(), e.Path), string(e.Code))
	}
	if st := res.Status(); st != nil && len(res.Errors) == 0 {
		j.example.Text = cut(st.Message)
		j.add(Refused, "", st.Reason)
	}
	for _, e := range res.Ratcheted[:min(len(res.Ratcheted), 50)] {
		j.example.Text = cut(e.Error())
		j.add(Tolerated, collapsed(v.Schema(), e.Path), string(e.Code))
	}
	return nil
}

// unconverted adds an object that cannot be converted. Without a converter, nothing is known.
func (j *judgment) unconverted(err error) error {
	if crdschema.StatusOf(err) == nil {
		return nil
	}
	return j.lost(NotConvertible, err)
}

// roundTrips reads the object at the other served versions, and at its own again.
func (j *judgment) roundTrips(ctx context.Context, object, want map[string]any, version string) error {
	for _, other := range j.upgraded.ServedVersions() {
		if other == version {
			continue
		}
		there, err := j.upgraded.Read(ctx, object, other)
		if err == nil {
			there, err = j.upgraded.Convert(ctx, there, version)
		}
		if err != nil {
			if errors.Is(err, structural.ErrTooMuchWork) {
				return err
			}
			if e := j.unconverted(err); e != nil {
				return e
			}
			continue
		}
		v, _ := j.upgraded.Version(version)
		for _, d := range valuediff.Compare(there, want) {
			if d.Missing || !d.Extra {
				j.example.Text = "through " + other
				j.add(RoundTrip, collapsed(v.Schema(), d.Path), "")
			}
		}
	}
	return nil
}

// collapsed returns a path with * for indices and for keys of maps, so that a report does not grow
// with the objects.
func collapsed(s *structural.Schema, path structural.Path) string {
	var b strings.Builder
	for _, step := range path {
		name := "*"
		if step.Kind() == field.IndexStep {
			s = s.Items()
		} else {
			inner, from := s.Field(step.Name())
			if s = inner; from != structural.FromAdditional {
				name = step.Name()
			}
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(name)
		if b.Len() > mostText {
			break
		}
	}
	return cut(b.String())
}
