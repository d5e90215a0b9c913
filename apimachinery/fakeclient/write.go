package fakeclient

import (
	"context"
	"errors"
	"net/url"
	"strconv"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/rand"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/httpapi"
)

// request is a request to create, update or patch an object.
type request struct {
	version     *version
	operation   crdschema.Operation
	verb        string // of the client: "Create", "Status().Update"
	subresource string
	body        []byte
	contentType string
	options     httpapi.WriteOptions
	namespace   string
	name        string
	// typed reports whether the body is a Go type: it sends zero values.
	typed bool
}

func (r *request) isNew(old *entry) bool { return r.operation == crdschema.Create || old == nil }

// parse reads the options of the request.
func (r *request) parse(dryRun []string, manager, validation string, force *bool) error {
	query := url.Values{"dryRun": dryRun}
	set(query, "fieldManager", manager)
	set(query, "fieldValidation", validation)
	if force != nil {
		query.Set("force", strconv.FormatBool(*force))
	}
	var refused *crdschema.Status
	switch r.operation {
	case crdschema.Create:
		r.options, refused = httpapi.ParseCreate(query)
	case crdschema.Update, crdschema.UpdateStatus, crdschema.UpdateScale:
		r.options, refused = httpapi.ParseUpdate(query)
	default:
		r.options, refused = httpapi.ParsePatch(query, r.contentType)
	}
	return apimachinery.StatusError(refused)
}

func set(query url.Values, name, value string) {
	if value != "" {
		query.Set(name, value)
	}
}

// write carries out a request, and returns the object in the answer. If another write comes in
// between, it decides again, as a server does.
func (s *server) write(ctx context.Context, r *request) (map[string]any, error) {
	const tries = 8 // of generated names, as on a server
	for try := 1; ; {
		answer, err := s.tryWrite(ctx, r)
		var taken *takenError
		switch {
		case errors.Is(err, errChanged) && ctx.Err() == nil:
		case errors.As(err, &taken) && taken.generated && try < tries:
			try++
		case errors.As(err, &taken):
			return nil, taken.status
		default:
			return answer, err
		}
	}
}

// takenError means that the name of a new object is taken.
type takenError struct {
	status    error
	generated bool
}

func (e *takenError) Error() string { return e.status.Error() }

func (s *server) tryWrite(ctx context.Context, r *request) (map[string]any, error) {
	var old *entry
	key := types.NamespacedName{Namespace: r.namespace, Name: r.name}
	if r.operation != crdschema.Create {
		var err error
		if old, err = s.store.get(ctx, r.version.kind, key); err != nil {
			return nil, err
		}
	}
	revision := s.store.next(r.version.kind, key, old)
	result, err := s.admit(ctx, r, old, revision)
	if err != nil {
		return nil, apimachinery.ErrorOf(err)
	}
	if err := apimachinery.StatusError(result.Status()); err != nil {
		return nil, err
	}
	if result.Object == nil {
		return nil, errors.New("the definition of " + r.version.kind.Name() + " has no converter: see HubConverter")
	}
	if err := s.validate(ctx, r, result, old); err != nil {
		return nil, err
	}
	answer, err := s.save(ctx, r, result, old, revision)
	if err == nil {
		s.judge(ctx, r, result, old)
	}
	return answer, err
}

// admission returns the request for Admit.
func (s *server) admission(r *request, old *entry, revision uint64) crdschema.Request {
	out := crdschema.Request{
		Operation: r.operation, Body: r.body, ContentType: r.contentType, Version: r.version.gvk.Version,
		Namespace: r.namespace, NoDefaultNamespace: true, Name: r.name, FieldValidation: r.options.FieldValidation,
		UID: string(s.uid()), CreationTimestamp: s.now(), Now: s.now(), FieldManager: r.options.Manager(s.agent),
		Force: r.options.Force != nil && *r.options.Force, NameSuffix: rand.String(5), Revision: revision, DryRun: r.options.DryRun,
	}
	if old != nil {
		out.Old = old.stored
	}
	return out
}

// save stores the result of a request, unless it is a dry run or changes nothing.
func (s *server) save(ctx context.Context, r *request, result crdschema.Result, old *entry, revision uint64) (map[string]any, error) {
	key := types.NamespacedName{Namespace: r.namespace, Name: r.name}
	if r.operation == crdschema.Create {
		key = keyOf(result.Object)
		if err := s.checkFree(ctx, r, key, result.Object); err != nil {
			return nil, err
		}
	}
	var stored map[string]any
	switch {
	case r.options.DryRun || result.Unchanged:
		return result.Object, nil
	case !result.Gone:
		written := text(result.Object, "resourceVersion")
		if r.isNew(old) && s.store.counter == nil {
			written = strconv.FormatUint(s.store.next(r.version.kind, key, nil), 10)
		}
		stored = withRevision(result.Stored, written)
	}
	if err := s.store.commit(ctx, r.version.kind, key, old, stored, revision); err != nil {
		return nil, err
	}
	s.count(r.verb, r.version.gvk, key, oldObject(old), stored)
	if stored == nil {
		return result.Object, nil
	}
	return withRevision(result.Object, text(stored, "resourceVersion")), nil
}

// checkFree returns an error if there is an object with the name of a new one.
func (s *server) checkFree(ctx context.Context, r *request, key types.NamespacedName, obj map[string]any) error {
	taken, err := s.store.get(ctx, r.version.kind, key)
	if err != nil || taken == nil {
		return err
	}
	refused := r.version.target(r.namespace, "").AlreadyExists(obj, taken.stored)
	return &takenError{apimachinery.StatusError(refused), text(obj, "generateName") != ""}
}

func oldObject(old *entry) map[string]any {
	if old == nil {
		return nil
	}
	return old.stored
}

// isTyped reports whether an object is of a Go type of a kind.
func isTyped(obj runtime.Object) bool {
	_, unstructured := obj.(runtime.Unstructured)
	return !unstructured
}
