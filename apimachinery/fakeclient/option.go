package fakeclient

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// Option adjusts the client that [Wrap] returns.
type Option func(*server) error

// WithClock sets the clock of creation and deletion timestamps and of managed fields, by default
// time.Now.
func WithClock(now func() time.Time) Option {
	return func(s *server) error {
		s.now = now
		return nil
	}
}

// WithUID sets the function that returns the uids of new objects, by default random ones.
func WithUID(next func() types.UID) Option {
	return func(s *server) error {
		s.uid = next
		return nil
	}
}

// WithUserAgent sets the User-Agent of requests: up to the first slash it is the field manager of
// requests that do not name one. By default it is the name of the program, as for other clients.
func WithUserAgent(agent string) Option {
	return func(s *server) error {
		s.agent = agent
		return nil
	}
}

// WithManagedFields keeps the managed fields in what the client returns. As in
// the fake client, they are removed by default unless it was built with WithReturnManagedFields.
func WithManagedFields() Option {
	return func(s *server) error {
		s.managedFields = true
		return nil
	}
}

// hook is a webhook of the program.
type hook struct {
	name    string
	gvk     schema.GroupVersionKind
	handler admission.Handler
}

// WithMutating runs a mutating webhook of the program, such as an admission.Handler or the Handler of
// an admission.Webhook. obj has the kind and the version of its objects; other versions are
// converted. The name is in the errors: "mwidget.kb.io". It runs after the defaults of the CRD and the
// managed fields, for new objects, for updates except of subresources, and for deletions. Defaults
// are set again after it.
func WithMutating(name string, obj client.Object, h admission.Handler) Option {
	return func(s *server) error {
		gvk, err := apiutil.GVKForObject(obj, s.types.scheme)
		s.mutating = append(s.mutating, hook{name, gvk, h})
		return err
	}
}

// WithValidating runs a validating webhook of the program for objects that are valid, before they are
// stored or deleted. The arguments are as in [WithMutating].
func WithValidating(name string, obj client.Object, h admission.Handler) Option {
	return func(s *server) error {
		gvk, err := apiutil.GVKForObject(obj, s.types.scheme)
		s.validating = append(s.validating, hook{name, gvk, h})
		return err
	}
}

// WithDefaulter runs a defaulter as [WithMutating] does. A defaulter of one Go type, an
// admission.Defaulter of controller-runtime 0.23 or later, is passed to [WithMutating]: with the
// Handler of admission.WithDefaulter.
func WithDefaulter(name string, obj client.Object, d admission.CustomDefaulter) Option {
	return func(s *server) error {
		return WithMutating(name, obj, admission.WithCustomDefaulter(s.types.scheme, obj, d).Handler)(s)
	}
}

// WithValidator runs a validator as [WithValidating] does. A validator of one Go type, an
// admission.Validator of controller-runtime 0.23 or later, is passed to [WithValidating]: with the
// Handler of admission.WithValidator.
func WithValidator(name string, obj client.Object, v admission.CustomValidator) Option {
	return func(s *server) error {
		return WithValidating(name, obj, admission.WithCustomValidator(s.types.scheme, obj, v).Handler)(s)
	}
}

// T is the part of a testing.TB that this package needs.
type T interface {
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Cleanup(func())
}

// WithLog prints the findings at the end of a test.
func WithLog(t T) Option {
	return func(s *server) error {
		t.Cleanup(func() {
			t.Helper()
			if all := s.findings(); len(all) > 0 {
				t.Logf("findings of the fake client:\n%v", all)
			}
		})
		return nil
	}
}

// WithFailure fails a test that has findings of some kinds, or of any kind if none is named.
func WithFailure(t T, kinds ...FindingKind) Option {
	return func(s *server) error {
		t.Cleanup(func() {
			t.Helper()
			if all := s.findings().Of(kinds...); len(all) > 0 {
				t.Errorf("findings of the fake client:\n%v", all)
			}
		})
		return nil
	}
}

// detached returns the context of work that does not belong to a request.
func detached() context.Context { return context.Background() }
