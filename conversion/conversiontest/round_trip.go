package conversiontest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// Loss is something that a conversion there and back did not bring back.
type Loss struct {
	// Object names the sample: "CronTab default/backup".
	Object string
	// Versions are the apiVersions of the way: the sample's, if it has another one,
	// then those between which it was converted there and back.
	Versions []string
	// Path is where the object came back different. It is empty if Err is set.
	Path structural.Path
	// Was and Is are the values at the path before and after,
	// [structural.Omitted] where there is none.
	Was, Is any
	// Err is why there is no object to compare: what the converter failed or
	// panicked with, or why its result is not accepted.
	Err error
}

// String is the loss in a line.
func (l Loss) String() string {
	at := l.Object + ", " + strings.Join(l.Versions, " to ")
	if l.Err != nil {
		return at + ": " + l.Err.Error()
	}
	return fmt.Sprintf("%s: %v was %s, is %s", at, l.Path, describe(l.Was), describe(l.Is))
}

func describe(v any) string {
	if v == any(structural.Omitted) {
		return "absent"
	}
	return wire.Excerpt(v)
}

// maxLosses is how many paths of one way are reported.
const maxLosses = 100

// RoundTrip looks for what a converter loses: it takes each sample to every
// version, from there to every other version and back, and reports every path
// that came back different. It reports nothing if the converter is without
// loss, as far as the samples can tell. What a server does to the result of a
// conversion is done here, too: other metadata than labels and annotations is
// restored, and what a server would not accept is reported (see [Accept]).
//
// versions are the apiVersions to go through. Samples are objects of any of
// them; package conversion/samples makes some of a schema. At most 100 paths are
// reported of one way.
//
// A server also prunes what a version does not know. To have that done, pass a
// Func that reads through a compiled definition in place of the converter
// itself. A sample is converted to its own version first, so that what is
// compared has its defaults.
//
// The error says that the context is done, or that a sample is no JSON value.
func RoundTrip(ctx context.Context, c conversion.Converter, versions []string, samples []map[string]any) ([]Loss, error) {
	var out []Loss
	for i, sample := range samples {
		normal, err := structural.Normalize(sample)
		if err != nil {
			return nil, fmt.Errorf("sample %d: %w", i, err)
		}
		obj, ok := normal.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("sample %d is no object", i)
		}
		t := tripper{converter: c, name: nameOf(obj)}
		t.all(ctx, obj, versions)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out = append(out, t.losses...)
	}
	return out, nil
}

// tripper takes one sample around.
type tripper struct {
	converter conversion.Converter
	name      string
	losses    []Loss
}

func (t *tripper) all(ctx context.Context, sample map[string]any, versions []string) {
	from := wire.Text(sample, "apiVersion")
	start, err := t.convert(ctx, sample, from)
	if err != nil {
		t.losses = append(t.losses, Loss{Object: t.name, Versions: []string{from}, Err: err})
		return
	}
	for _, here := range versions {
		way := []string{from}
		if here != from {
			way = append(way, here)
		}
		obj, err := t.convert(ctx, start, here)
		if err != nil {
			t.losses = append(t.losses, Loss{Object: t.name, Versions: way, Err: err})
			continue
		}
		for _, there := range versions {
			if there != here && ctx.Err() == nil {
				t.thereAndBack(ctx, obj, append(way[:len(way):len(way)], there, here))
			}
		}
	}
}

func (t *tripper) thereAndBack(ctx context.Context, obj map[string]any, way []string) {
	end := obj
	for _, to := range way[len(way)-2:] {
		var err error
		if end, err = t.convert(ctx, end, to); err != nil {
			t.losses = append(t.losses, Loss{Object: t.name, Versions: way, Err: err})
			return
		}
	}
	changes := &changes{}
	changes.values(nil, obj, end)
	for _, change := range changes.found {
		change.Object, change.Versions = t.name, way
		t.losses = append(t.losses, change)
	}
}

// convert converts as a server does. The converter gets a copy: one that writes
// to its input would hide what it loses.
func (t *tripper) convert(ctx context.Context, obj map[string]any, to string) (_ map[string]any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the conversion panicked: %v", p)
		}
	}()
	out, err := t.converter.Convert(ctx, []map[string]any{structural.Clone(obj)}, to)
	if err != nil {
		return nil, err
	}
	if wire.Text(obj, "apiVersion") == to {
		return only(out)
	}
	out, err = conversion.Accept([]map[string]any{obj}, out, to)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// only is the one object that a conversion to the same version gave.
func only(out []map[string]any) (map[string]any, error) {
	if len(out) != 1 {
		return nil, fmt.Errorf("%d objects, expected 1", len(out))
	}
	normal, err := structural.Normalize(out[0])
	obj, _ := normal.(map[string]any)
	if err == nil && obj == nil {
		err = errors.New("was converted to nothing")
	}
	return obj, err
}

// changes collects where two values differ.
type changes struct{ found []Loss }

func (c *changes) values(at structural.Path, was, is any) {
	if len(c.found) >= maxLosses {
		return
	}
	switch w := was.(type) {
	case map[string]any:
		if i, ok := is.(map[string]any); ok {
			c.objects(at, w, i)
			return
		}
	case []any:
		if i, ok := is.([]any); ok {
			c.lists(at, w, i)
			return
		}
	}
	if !structural.Equal(was, is) {
		c.found = append(c.found, Loss{Path: at.Append(), Was: was, Is: is})
	}
}

func (c *changes) objects(at structural.Path, was, is map[string]any) {
	names := slices.Sorted(maps.Keys(was))
	for name := range is {
		if _, both := was[name]; !both {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		w, i := valueOr(was, name), valueOr(is, name)
		c.values(append(at, structural.Field(name)), w, i)
	}
}

func (c *changes) lists(at structural.Path, was, is []any) {
	for n := range max(len(was), len(is)) {
		w, i := any(structural.Omitted), any(structural.Omitted)
		if n < len(was) {
			w = was[n]
		}
		if n < len(is) {
			i = is[n]
		}
		c.values(append(at, structural.Index(n)), w, i)
	}
}

func valueOr(obj map[string]any, name string) any {
	if v, found := obj[name]; found {
		return v
	}
	return structural.Omitted
}

// nameOf returns the name of an object in losses: "CronTab default/backup".
func nameOf(obj map[string]any) string {
	name := wire.Text(obj, "metadata", "name")
	if namespace := wire.Text(obj, "metadata", "namespace"); namespace != "" {
		name = namespace + "/" + name
	}
	return wire.Text(obj, "kind") + " " + name
}
