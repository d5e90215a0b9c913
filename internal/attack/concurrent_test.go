package attack

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
	"github.com/seed95800270/crdschema/structural/validation"
)

// compiled is what many requests share.
type compiled struct {
	definition *crdschema.Definition
	version    *crdschema.Version
	printer    *registry.Printer
	selectable *registry.Selectable
	schema     *structural.Schema
	validator  *validation.Validator
	rules      *celrules.Rules
	applier    *apply.Applier
	v2         *openapiv2.Catalog
	v3         *openapiv3.Catalog
}

func newCompiled() *compiled {
	c := &compiled{schema: schemaOf(realSchema())}
	c.definition = definitionOf(realCRD(), crdschema.WithConverter(renaming(), conversion.StrategyWebhook))
	c.version, _ = c.definition.Version("v1")
	c.printer = first[*registry.Printer](call(background, registry.NewPrinter, c.version))
	c.selectable = first[*registry.Selectable](call(background, registry.NewSelectable, c.version))
	c.validator = first[*validation.Validator](call(background, validation.Compile, c.schema))
	c.rules = first[*celrules.Rules](call(background, celrules.Compile, c.schema, structural.Resource))
	c.applier = first[*apply.Applier](call(background, apply.New, c.definition))
	c.v2 = first[*openapiv2.Catalog](call(background, openapiv2.NewCatalog().With, realCRD()))
	c.v3 = first[*openapiv3.Catalog](call(background, openapiv3.NewCatalog().With, realCRD()))
	return c
}

// sharedCall is a call on something compiled, with arguments that are made anew for each.
type sharedCall struct {
	name string
	call func(c *compiled, o obj) results
}

var sharedCalls = []sharedCall{
	{"create", func(c *compiled, o obj) results { return admit(c, crdschema.Request{Object: o}) }},
	{"create an invalid one", func(c *compiled, o obj) results {
		return admit(c, crdschema.Request{Object: with(o, "spec", obj{"n": "x"})})
	}},
	{"update", func(c *compiled, o obj) results {
		return admit(c, crdschema.Request{Object: o, Old: realObject(), Operation: crdschema.Update, Fields: c.applier})
	}},
	{"update of the status", func(c *compiled, o obj) results {
		return admit(c, crdschema.Request{Object: o, Old: realObject(), Operation: crdschema.UpdateStatus})
	}},
	{"patch", func(c *compiled, o obj) results {
		return admit(c, crdschema.Request{Body: []byte(`{"spec":{"n":9}}`), ContentType: "application/merge-patch+json", Old: o, Operation: crdschema.Patch})
	}},
	{"apply", func(c *compiled, o obj) results {
		applied := object(obj{"spec": obj{"n": int64(9), "l": []any{obj{"k": "a"}}}})
		return admit(c, crdschema.Request{Object: applied, ContentType: "application/apply-patch+yaml", Old: o, Operation: crdschema.Patch, Fields: c.applier, FieldManager: "m", Force: true})
	}},
	{"delete", func(c *compiled, o obj) results {
		return call(background, c.definition.Delete, crdschema.DeleteRequest{Old: o, Now: time.Unix(1, 0)})
	}},
	{"decode", func(c *compiled, o obj) results { return call(background, c.definition.Decode, o) }},
	{"default", func(c *compiled, o obj) results {
		return call(background, c.version.Default, with(o, "spec", obj{"l": []any{obj{"k": "a"}}}))
	}},
	{"convert", func(c *compiled, o obj) results { return call(background, c.definition.Convert, o, "v2") }},
	{"read", func(c *compiled, o obj) results { return call(background, c.definition.Read, o, "v2") }},
	{"store", func(c *compiled, o obj) results { return call(background, c.definition.Store, o) }},
	{"table", func(c *compiled, o obj) results {
		return call(background, c.printer.Table, []map[string]any{o}, time.Unix(1, 0))
	}},
	{"scale", func(c *compiled, o obj) results { return call(background, registry.Scale, c.version, o) }},
	{"selectable values", func(c *compiled, o obj) results { return call(background, c.selectable.Values, o) }},
	{"printer columns", func(c *compiled, _ obj) results { return call(background, c.version.PrinterColumns) }},
	{"subresources", func(c *compiled, _ obj) results { return call(background, c.version.Subresources) }},
	{"names", func(c *compiled, _ obj) results { return call(background, c.definition.Names) }},
	{"versions", func(c *compiled, _ obj) results { return call(background, c.definition.Versions) }},
	{"values", func(c *compiled, o obj) results {
		return call(background, c.validator.Validate, with(o, "spec", obj{"n": "x", "s": "A"}))
	}},
	{"rules", func(c *compiled, o obj) results {
		return call(background, c.rules.Validate, celrules.Input{Object: with(o, "spec", obj{"n": int64(-1)})})
	}},
	{"costs", func(c *compiled, _ obj) results { return call(background, c.rules.Cost) }},
	{"schema", func(c *compiled, _ obj) results { return call(background, c.version.Schema().Map) }},
	{"default of the schema", func(c *compiled, _ obj) results {
		return call(background, c.schema.Property("spec").Property("l").Items().Property("v").Default)
	}},
	{"required", func(c *compiled, _ obj) results {
		return call(background, c.schema.Property("spec").Property("l").Items().Required)
	}},
	{"list keys", func(c *compiled, _ obj) results {
		return call(background, c.schema.Property("spec").Property("l").ListMapKeys)
	}},
	{"enum", func(c *compiled, _ obj) results {
		return call(background, c.schema.Property("spec").Property("o").Not().Enum)
	}},
	{"rules of the schema", func(c *compiled, _ obj) results { return call(background, c.schema.Property("spec").Rules) }},
	{"branches", func(c *compiled, _ obj) results {
		return results{values: []any{len(c.schema.Property("spec").Property("o").AnyOf())}}
	}},
	{"definition", func(*compiled, obj) results { return call(background, crdschema.ValidateCRD, badCRD(), nil) }},
	{"hints", func(*compiled, obj) results {
		result := first[crdschema.CRDResult](call(background, crdschema.ValidateCRD, badCRD(), nil))
		return call(background, hints.ForAll, badCRD(), result.Errors)
	}},
	{"openapiv2", func(*compiled, obj) results { return call(background, openapiv2.BuildMap, realCRD(), "v1") }},
	{readOnly + "openapiv2 catalog", func(c *compiled, _ obj) results { return call(background, c.v2.Document, "e.io/v1") }},
	{"openapiv3", func(*compiled, obj) results { return call(background, openapiv3.BuildMap, realCRD(), "v1") }},
	{readOnly + "openapiv3 catalog", func(c *compiled, _ obj) results { return call(background, c.v3.Document, "e.io/v1") }},
	{"apply, update", func(c *compiled, o obj) results {
		return call(background, c.applier.Update, apply.Request{Live: realObject(), Object: with(o, "spec", obj{"n": int64(7)}), Manager: "u"})
	}},
	{"extract", func(c *compiled, o obj) results { return call(background, c.applier.Extract, o, "m", "") }},
}

// readOnly begins the names of calls whose results share values with other results: documents,
// as their packages say.
const readOnly = "read-only: "

func badCRD() obj { return with(realCRD(), "metadata", obj{"name": "b"}) }

func admit(c *compiled, req crdschema.Request) results {
	return call(background, c.definition.Admit, req)
}

// answer returns what a call returned as text, or its panic.
func (s sharedCall) answer(c *compiled) string {
	text, err := json.Marshal(s.results(c).values)
	return fmt.Sprintf("%s %v", text, err)
}

// results makes the call.
func (s sharedCall) results(c *compiled) results {
	r := s.call(c, realObject())
	if r.err != nil {
		r.values = append(r.values, r.err.Error())
	}
	return r
}

const goroutines, repetitions = 24, 50

// TestConcurrent makes all calls many times at once on the same compiled things: every answer
// is the same, byte for byte. The first calls are concurrent, too, so that what is compiled on
// first use is compiled by several goroutines at once.
func TestConcurrent(t *testing.T) {
	want := []string{}
	alone := newCompiled()
	for _, s := range sharedCalls {
		want = append(want, s.answer(alone))
	}
	times := 1 + repetitions/10
	if full {
		times = repetitions
	}
	c := newCompiled()
	var all sync.WaitGroup
	for g := range goroutines {
		all.Add(1)
		go func() {
			defer all.Done()
			for n := range times * len(sharedCalls) {
				i := (n + g) % len(sharedCalls)
				if got := sharedCalls[i].answer(c); got != want[i] {
					assert.Equal(t, want[i], got, sharedCalls[i].name)
					return
				}
			}
		}()
	}
	all.Wait()
	fmt.Printf("attack concurrent: calls=%d times=%d goroutines=%d\n", len(sharedCalls), times, goroutines)
}

// TestAliasing overwrites everything that a call returned and what it got, and makes all calls
// again: what is compiled is not part of any result, nor of an argument.
func TestAliasing(t *testing.T) {
	c := newCompiled()
	want := []string{}
	for _, s := range sharedCalls {
		want = append(want, s.answer(c))
	}
	for _, s := range sharedCalls {
		o := realObject()
		s.call(c, o)
		overwrite(reflect.ValueOf(o), map[any]bool{})
		for _, v := range s.results(c).values {
			if strings.HasPrefix(s.name, readOnly) {
				continue
			}
			if !ours(reflect.TypeOf(v)) || reflect.TypeOf(v).Kind() != reflect.Pointer {
				overwrite(reflect.ValueOf(v), map[any]bool{})
			}
		}
		for i, other := range sharedCalls {
			if got := other.answer(c); got != want[i] {
				assert.Equal(t, want[i], got, "%s after the results of %s were overwritten", other.name, s.name)
				c = newCompiled()
			}
		}
	}
}

// overwrite puts something else into every map and list inside v, and into exported fields of
// structs behind pointers.
func overwrite(v reflect.Value, seen map[any]bool) {
	switch v.Kind() {
	case reflect.Interface:
		overwrite(v.Elem(), seen)
	case reflect.Pointer:
		if key := (any)(v.Pointer()); !v.IsNil() && !seen[key] {
			seen[key] = true
			overwrite(v.Elem(), seen)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			overwrite(v.MapIndex(key), seen)
			v.SetMapIndex(key, replacement(v.Type().Elem()))
		}
	case reflect.Slice:
		for i := range v.Len() {
			overwrite(v.Index(i), seen)
			if v.Index(i).CanSet() {
				v.Index(i).Set(replacement(v.Type().Elem()))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				overwrite(v.Field(i), seen)
			}
		}
	}
}

// replacement returns a value that nothing has.
func replacement(t reflect.Type) reflect.Value {
	switch t.Kind() {
	case reflect.String:
		return reflect.ValueOf("overwritten").Convert(t)
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return reflect.ValueOf("overwritten")
		}
	}
	return reflect.Zero(t)
}
