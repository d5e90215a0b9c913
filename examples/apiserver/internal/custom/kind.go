package custom

import (
	"context"
	"maps"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/endpoints/handlers"
	"k8s.io/apiserver/pkg/registry/generic"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/warning"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
)

// Host is what the definitions of a server share.
type Host struct {
	RESTOptions         generic.RESTOptionsGetter
	Authorizer          authorizer.UnconditionalAuthorizer
	Admission           admission.Interface // nil without plugins
	MaxRequestBodyBytes int64
	MinRequestTimeout   time.Duration

	begun <-chan struct{} // closed by Kind.Begin
}

// Kind serves the objects of a definition.
type Kind struct {
	Definition *crdschema.Definition
	host       Host
	endpoints  map[string]*endpoint // of versions that are served or stored
	admission  atomic.Pointer[crdschema.Definition]
	end        context.CancelFunc // of conversions between memory and etcd
	begin      func()             // closes begun

	mu       sync.Mutex
	closed   bool
	requests sync.WaitGroup // without watches
}

// New returns the kind of a definition, compiled from crd.
func New(ctx context.Context, d *crdschema.Definition, crd map[string]any, host Host) (*Kind, error) {
	ctx, end := context.WithCancel(context.WithoutCancel(ctx))
	begun := make(chan struct{})
	host.begun = begun
	out := &Kind{Definition: d, host: host, endpoints: map[string]*endpoint{}, end: end, begin: sync.OnceFunc(func() { close(begun) })}
	out.admission.Store(d)
	for _, name := range d.Versions() {
		v, _ := d.Version(name)
		if !v.Served() && v != d.StorageVersion() {
			continue
		}
		e, err := newEndpoint(ctx, v, host)
		if err != nil {
			out.Close()
			return nil, err
		}
		out.endpoints[name] = e
	}
	if err := out.manage(ctx, crd); err != nil {
		out.Close()
		return nil, err
	}
	return out, nil
}

// manage gives all endpoints their field managers. A schema that cannot be published does without types.
func (k *Kind) manage(ctx context.Context, crd map[string]any) error {
	conv, err := typeConverter(ctx, crd, k.Definition)
	if err != nil {
		conv = managedfields.NewDeducedTypeConverter()
	}
	all := resets{} // of all versions
	for _, e := range k.endpoints {
		maps.Copy(all, e.statusResets)
	}
	for _, e := range k.endpoints {
		if err := e.manage(conv, all); err != nil {
			return err
		}
	}
	return nil
}

// Begin lets the kind read from etcd. It answers requests from now on.
func (k *Kind) Begin() { k.begin() }

// Terminate makes the kind reject new objects: d is the definition, compiled after it was marked for deletion.
// Requests and watches go on.
func (k *Kind) Terminate(d *crdschema.Definition) { k.admission.Store(d) }

// enter counts a request unless the kind is closed. Call the function after it.
func (k *Kind) enter() (leave func(), ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return nil, false
	}
	k.requests.Add(1)
	return sync.OnceFunc(k.requests.Done), true
}

// Close waits for requests, and ends the storage and all watches.
func (k *Kind) Close() {
	k.mu.Lock()
	k.closed = true
	k.mu.Unlock()
	k.requests.Wait()
	k.end()
	for _, e := range k.endpoints {
		e.store.DestroyFunc()
	}
}

// Serve answers a request for a path for which httpapi.Path.Find has found a version. It returns false, without an
// answer, if the kind is closed.
func (k *Kind) Serve(w http.ResponseWriter, r *http.Request, path httpapi.Path) bool {
	leave, ok := k.enter()
	if !ok {
		return false
	}
	defer leave()
	e := k.endpoints[path.Version]
	v, _ := k.Definition.Version(path.Version)
	if text := v.DeprecationWarning(); text != "" {
		warning.AddWarning(r.Context(), "", text)
	}
	if path.Verb == "watch" {
		leave()
	}
	k.handler(e, path)(w, r)
	return true
}

// patchTypes are the Content-Types of patches.
var patchTypes = []string{string(types.JSONPatchType), string(types.MergePatchType), string(types.ApplyYAMLPatchType)}

func (k *Kind) handler(e *endpoint, path httpapi.Path) http.HandlerFunc {
	now, _ := k.admission.Load().Version(path.Version)
	admit := admission.Interface(forbid{now})
	if k.host.Admission != nil {
		admit = admission.NewChainHandler(admit, k.host.Admission)
	}
	var patcher rest.Patcher = e.store
	scope := e.scope
	switch path.Subresource {
	case "status":
		patcher, scope = e.status, e.statusOf
	case "scale":
		patcher, scope = e.scale, e.scaleOf
	}
	switch path.Verb {
	case "get":
		return handlers.GetResource(patcher, scope)
	case "list", "watch":
		return handlers.ListResource(e.store, e.store, scope, path.Verb == "watch", k.host.MinRequestTimeout)
	case "create":
		return handlers.CreateResource(e.store, scope, admit)
	case "update":
		return handlers.UpdateResource(patcher, scope, admit)
	case "patch":
		return handlers.PatchResource(patcher, scope, admit, patchTypes)
	case "delete":
		return handlers.DeleteResource(e.store, true, scope, admit)
	default: // httpapi.Path.Find has refused all others
		return handlers.DeleteCollection(e.store, true, scope, admit)
	}
}
