// Package conversiontest tests converters: [RoundTrip] converts objects to other versions
// and back and reports losses, and [Generate] makes the objects from a schema. [OfDefinition]
// is the converter of a definition, with pruning and defaults. It is separate from package
// conversion so that programs that convert do not link a generator.
//
// Converters of Go types, with Hub and Spoke or the conversion.Converter of
// controller-runtime, become converters of maps with apimachinery.NewHubConverter and
// NewConverter.
//
// This package may still change.
package conversiontest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Loss is a difference between an object and the result of its round trip, or the error that
// ended it.
type Loss struct {
	// Object names the sample: "CronTab default/backup".
	Object string
	// Versions are the apiVersions of the round trip in order. They begin with the version of
	// the sample if it was converted to another version first.
	Versions []string
	// Path is where the objects differ. It is empty if Err is set.
	Path structural.Path
	// Before and After are the values at the path before and after the round trip, or
	// [field.Omitted] for an absent value.
	Before, After any
	// Err is the error of the converter, or of a result that the server does not accept.
	Err error
}

// String returns the loss in one line.
func (l Loss) String() string {
	at := l.Object + ", " + strings.Join(l.Versions, " to ")
	if l.Err != nil {
		return at + ": " + l.Err.Error()
	}
	return fmt.Sprintf("%s: %v was %s, is %s", at, l.Path, describe(l.Before), describe(l.After))
}

func describe(v any) string {
	if v == any(field.Omitted) {
		return "absent"
	}
	return jsontext.Excerpt(v)
}

const maxLosses = 100

// RoundTrip reports what a converter loses. It converts each sample to every version, from
// there to every other version and back, and reports every path where the result differs, at
// most 100 for one round trip. As on the server, metadata other than labels and annotations is
// restored, and results must be acceptable (conversion.Accept). Objects are compared as JSON
// text has them: a float64 without a fraction is an integer, as in the answer of a webhook.
//
// versions are apiVersions, and samples are objects in any of them; [Generate] makes some from
// a schema.
//
// The server also prunes fields that are not in a version, and sets defaults. [OfDefinition]
// includes that. A sample is converted to its own version first, so that the compared objects
// have their defaults.
//
// RoundTrip returns an error if the context is done, the budget of a sample is spent
// (structural.ErrTooMuchWork; each sample has a whole one), or a sample is not a JSON value or
// has an apiVersion outside versions. An error of the converter is a [Loss].
func RoundTrip(
	ctx context.Context, c conversion.Converter, versions []string, samples []map[string]any, opts ...RoundTripOption,
) ([]Loss, error) {
	var out []Loss
	for i, sample := range samples {
		normal, err := structural.NormalizeStored(sample)
		if err != nil {
			return nil, fmt.Errorf("sample %d: %w", i, err)
		}
		obj, ok := normal.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("sample %d is not an object", i)
		}
		t := roundTrips{converter: c, name: nameOf(obj)}
		for _, o := range opts {
			o.apply(&t)
		}
		if from := gotype.StringAt(obj, "apiVersion"); !slices.Contains(versions, from) {
			return nil, fmt.Errorf("sample %d has the apiVersion %q, which is none of the versions", i, from)
		}
		shared, _ := work.Share(ctx)
		t.run(shared, obj, versions)
		if err := shared.Err(); err != nil {
			return nil, err
		}
		out = append(out, t.losses...)
	}
	return out, nil
}

type roundTrips struct {
	converter conversion.Converter
	name      string
	losses    []Loss
	omitEmpty bool
}

// RoundTripOption adjusts [RoundTrip].
type RoundTripOption interface{ apply(*roundTrips) }

type roundTripOption func(*roundTrips)

func (f roundTripOption) apply(t *roundTrips) { f(t) }

// WithEmptyAsAbsent makes no difference between an absent field and a field with an empty
// value: null, false, 0, "", an empty list, or an object with only such fields. Go types write
// neither the one (omitempty) nor the other (a struct) as they read it. Elements of lists are
// compared as they are.
func WithEmptyAsAbsent() RoundTripOption {
	return roundTripOption(func(t *roundTrips) { t.omitEmpty = true })
}

// run keeps objects that a conversion does not change once.
func (t *roundTrips) run(ctx context.Context, sample map[string]any, versions []string) {
	from := gotype.StringAt(sample, "apiVersion")
	start, err := t.convert(ctx, sample, from)
	if err != nil {
		t.losses = append(t.losses, Loss{Object: t.name, Versions: []string{from}, Err: err})
		return
	}
	start = oneOf(sample, start)
	for _, here := range versions {
		if ctx.Err() != nil {
			return // RoundTrip returns the error
		}
		path := []string{from}
		if here != from {
			path = append(path, here)
		}
		obj, err := t.convert(ctx, start, here)
		if err != nil {
			t.losses = append(t.losses, Loss{Object: t.name, Versions: path, Err: err})
			continue
		}
		obj = oneOf(start, obj)
		for _, there := range versions {
			if there != here && ctx.Err() == nil {
				t.roundTrip(ctx, obj, append(path[:len(path):len(path)], there, here))
			}
		}
	}
}

// oneOf returns old if the two are equal, else obj, so that one can be collected.
func oneOf(old, obj map[string]any) map[string]any {
	if structural.Equal(old, obj) {
		return old
	}
	return obj
}

func (t *roundTrips) roundTrip(ctx context.Context, obj map[string]any, path []string) {
	end := obj
	for _, to := range path[len(path)-2:] {
		var err error
		if end, err = t.convert(ctx, end, to); err != nil {
			t.losses = append(t.losses, Loss{Object: t.name, Versions: path, Err: err})
			return
		}
	}
	if ctx.Err() != nil || structural.Equal(obj, end) {
		return
	}
	diff := &differences{omitEmpty: t.omitEmpty}
	diff.values(nil, obj, end)
	for _, loss := range diff.found {
		loss.Object, loss.Versions = t.name, path
		t.losses = append(t.losses, loss)
	}
}

// convert passes a copy, because a converter that modifies its input would hide its losses.
func (t *roundTrips) convert(ctx context.Context, obj map[string]any, to string) (_ map[string]any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the conversion panicked: %s", jsontext.Panicked(p))
		}
	}()
	before := []map[string]any{identityOf(obj)} // obj itself may be large
	w := work.Start(ctx, "converting for a round trip")
	copied := []map[string]any{work.Clone(w, obj)}
	if w.Failed() {
		return nil, w.Err()
	}
	out, err := t.converter.Convert(work.Caller(ctx), copied, to)
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	if gotype.StringAt(before[0], "apiVersion") == to {
		return single(out)
	}
	out, err = conversion.Accept(ctx, before, out, to)
	if err != nil {
		return nil, err
	}
	return single(out)
}

func identityOf(obj map[string]any) map[string]any {
	out := map[string]any{}
	for _, name := range [...]string{"apiVersion", "kind", "metadata"} {
		if v, found := obj[name]; found {
			out[name] = v
		}
	}
	return out
}

func single(out []map[string]any) (map[string]any, error) {
	if len(out) != 1 {
		return nil, fmt.Errorf("%d objects, expected 1", len(out))
	}
	normal, err := structural.NormalizeStored(out[0])
	obj, _ := normal.(map[string]any)
	if err == nil && obj == nil {
		err = errors.New("was converted to nothing")
	}
	return obj, err
}

func nameOf(obj map[string]any) string {
	name := gotype.StringAt(obj, "metadata", "name")
	if namespace := gotype.StringAt(obj, "metadata", "namespace"); namespace != "" {
		name = namespace + "/" + name
	}
	return gotype.StringAt(obj, "kind") + " " + name
}
