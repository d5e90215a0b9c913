package crdtest

import (
	"context"

	"github.com/seed95800270/crdschema"
	sfield "github.com/seed95800270/crdschema/structural/field"
)

// T is the part of testing.TB that this package calls. A *testing.T is one.
type T interface {
	Helper()
	Context() context.Context
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

func field(name string) sfield.Step { return sfield.Field(name) }
func key(name string) sfield.Step   { return sfield.Key(name) }
func index(i int) sfield.Step       { return sfield.Index(i) }

type step = sfield.Step

// LoadOption adjusts [Load] and [Parse].
type LoadOption interface{ applyToLoad(c *loading) }

// loading is what the options of Load say.
type loading struct {
	compiler   []crdschema.CompilerOption
	definition []crdschema.DefinitionOption
	stored     bool
}

type loadOption func(c *loading)

func (o loadOption) applyToLoad(c *loading) { o(c) }

// WithKubernetesVersion sets the minor version of the server, as
// [crdschema.WithKubernetesVersion] does.
func WithKubernetesVersion(version string) LoadOption {
	return loadOption(func(c *loading) {
		c.compiler = append(c.compiler, crdschema.WithKubernetesVersion(version))
	})
}

// WithDefinitionOptions passes options such as [crdschema.WithConverter] to the definitions.
func WithDefinitionOptions(opts ...crdschema.DefinitionOption) LoadOption {
	return loadOption(func(c *loading) { c.definition = append(c.definition, opts...) })
}

// WithStoredCRDs takes the CRDs as stored already: a server serves them although it might
// reject them today.
func WithStoredCRDs() LoadOption {
	return loadOption(func(c *loading) { c.stored = true })
}

// Option adjusts the request of [Accept], [Reject] and [Try]. Without options, the request
// creates the object.
type Option interface{ applyToRequest(r *request) }

// request is what the options of a request say.
type request struct {
	old         *Object
	subresource subresource
	applied     bool
	validation  crdschema.FieldValidation
	version     string
	coverage    *Coverage
}

type subresource uint8

const (
	noSubresource subresource = iota
	statusSubresource
	scaleSubresource
)

type requestOption func(r *request)

func (o requestOption) applyToRequest(r *request) { o(r) }

// WithOld makes the request an update of a stored object. See [Try] for what is filled in.
func WithOld(old Object) Option { return requestOption(func(r *request) { r.old = &old }) }

// WithStatus makes the request an update of the status of [WithOld].
func WithStatus() Option {
	return requestOption(func(r *request) { r.subresource = statusSubresource })
}

// WithScale makes the request an update of the scale of [WithOld]. The object is a Scale of
// autoscaling/v1.
func WithScale() Option {
	return requestOption(func(r *request) { r.subresource = scaleSubresource })
}

// WithApply makes the request a server-side apply of the object by the manager crdtest.
func WithApply() Option { return requestOption(func(r *request) { r.applied = true }) }

// WithFieldValidation sets the parameter fieldValidation. The default is the server's,
// [crdschema.Warn].
func WithFieldValidation(v crdschema.FieldValidation) Option {
	return requestOption(func(r *request) { r.validation = v })
}

// WithVersion sets the version in the URL. The default is that of the object.
func WithVersion(version string) Option {
	return requestOption(func(r *request) { r.version = version })
}

// WithCoverage records in c what the request exercises. The definition of the request must be
// the definition of c.
func WithCoverage(c *Coverage) Option { return requestOption(func(r *request) { r.coverage = c }) }
