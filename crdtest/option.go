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
	unknown    bool
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

// WithUnknownFields allows unknown and repeated fields in CRDs. A server drops them.
func WithUnknownFields() LoadOption {
	return loadOption(func(c *loading) { c.unknown = true })
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
	coverage    []*Coverage
	invalidOld  bool
	// conflicting reports whether options name two subresources.
	conflicting bool
}

func (r *request) use(s subresource) {
	r.conflicting = r.conflicting || r.subresource != noSubresource && r.subresource != s
	r.subresource = s
}

func newRequest() request { return request{validation: crdschema.Strict} }

type subresource uint8

const (
	noSubresource subresource = iota
	statusSubresource
	scaleSubresource
)

func (s subresource) String() string {
	return map[subresource]string{statusSubresource: "status", scaleSubresource: "scale"}[s]
}

type requestOption func(r *request)

func (o requestOption) applyToRequest(r *request) { o(r) }

// WithOld makes the request an update of a stored object: a stored object of an answer
// ([Answer.Stored]), or one as in a file. The latter must be valid, since a server stores no
// other: see [WithInvalidOld]. See [Try] for what is filled in.
func WithOld(old Object) Option { return requestOption(func(r *request) { r.old = &old }) }

// WithInvalidOld allows an old object that a server would reject today, for tests of what a
// server tolerates in an object that is stored already.
func WithInvalidOld() Option { return requestOption(func(r *request) { r.invalidOld = true }) }

// WithStatus makes the request an update of the status of [WithOld].
func WithStatus() Option { return requestOption(func(r *request) { r.use(statusSubresource) }) }

// WithScale makes the request an update of the scale of [WithOld]. The object is a Scale of
// autoscaling/v1.
func WithScale() Option { return requestOption(func(r *request) { r.use(scaleSubresource) }) }

// WithApply makes the request a server-side apply of the object by the manager crdtest.
func WithApply() Option { return requestOption(func(r *request) { r.applied = true }) }

// WithFieldValidation sets the parameter fieldValidation. The default is [crdschema.Strict], as
// of kubectl: unknown fields are errors. The default of a server is [crdschema.Warn].
func WithFieldValidation(v crdschema.FieldValidation) Option {
	return requestOption(func(r *request) { r.validation = v })
}

// WithVersion sets the version in the URL. The default is the version of the object.
func WithVersion(version string) Option {
	return requestOption(func(r *request) { r.version = version })
}

// WithCoverage records in c what the request exercises, if it is a request to the CRD of c. Each
// CRD of the tables of a folder may have its own. The CRD of the request may be read again, as
// for a table, but must be the same as in c.
func WithCoverage(c *Coverage) Option {
	return requestOption(func(r *request) {
		if c != nil {
			r.coverage = append(r.coverage, c)
		}
	})
}
