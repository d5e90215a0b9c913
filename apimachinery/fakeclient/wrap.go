package fakeclient

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/uuid"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/seed95800270/crdschema"
)

// Client is a fake client that answers as a server for the kinds of some definitions. It is safe
// for concurrent use.
type Client struct {
	client.WithWatch
	server *server
}

// server decides about requests for the kinds of the definitions.
type server struct {
	parts
	kinds kinds
	store *store

	now           func() time.Time
	uid           func() types.UID
	agent         string
	managedFields bool
	mutating      []hook
	validating    []hook

	mu    sync.Mutex // guards the fields below
	found Findings
	kept  map[FindingKind]int // the number of findings
	// writes are the changes of objects while somebody counts them.
	writes   []change
	counting int
}

// Wrap returns a client that behaves like c, a client built by package fake, except that
// requests for the kinds of the definitions get the answers of a Kubernetes 1.37 API server. Other
// kinds are left to c. The interceptors of c see the requests first and call the server;
// interceptors around the result work as well. Both use the objects that c holds, also the
// objects of WithObjects: they are taken as stored, without a check. Wrap adds the kind List of core/v1
// to the scheme of c if it is missing: do not call it while others use such a scheme.
//
// The error says that c was not built by package fake, that two definitions are about one kind, or
// that an option names an object without a kind.
func Wrap(c client.WithWatch, definitions []*crdschema.Definition, opts ...Option) (*Client, error) {
	p, err := peel(c)
	if err != nil {
		return nil, err
	}
	s := &server{parts: p, kinds: kinds{}, kept: map[FindingKind]int{}, now: time.Now, uid: uuid.NewUUID, agent: filepath.Base(os.Args[0]), managedFields: p.managedFields}
	for _, d := range definitions {
		if err := s.kinds.add(d); err != nil {
			return nil, err
		}
	}
	for _, option := range opts {
		if err := option(s); err != nil {
			return nil, err
		}
	}
	addList(s.types.scheme)
	s.store = newStore(p, s.kinds)
	for _, k := range s.kinds {
		if _, err := s.store.list(detached(), k, ""); err != nil {
			return nil, fmt.Errorf("the objects of %s: %w", k.Name(), err)
		}
	}
	out := interceptor.NewClient(p.bottom, s.funcs())
	for i := len(p.layers) - 1; i >= 0; i-- {
		out = interceptor.NewClient(out, p.layers[i])
	}
	return &Client{WithWatch: out, server: s}, nil
}

// MustWrap calls [Wrap] and panics if there is an error, as the methods of the builder do.
func MustWrap(c client.WithWatch, definitions []*crdschema.Definition, opts ...Option) *Client {
	out, err := Wrap(c, definitions, opts...)
	if err != nil {
		panic(err)
	}
	return out
}

// Unwrap returns the client of package fake without interceptors. fake.AddIndex finds it by this
// method. Writes to it are not checked, and seen by the Client.
func (c *Client) Unwrap() client.WithWatch { return c.server.bottom }

func (k kinds) add(d *crdschema.Definition) error {
	made, err := newKind(d)
	if err != nil {
		return err
	}
	gk := schema.GroupKind{Group: d.Group(), Kind: d.Kind()}
	if k[gk] != nil {
		return fmt.Errorf("there are two definitions of %v", gk)
	}
	k[gk] = made
	return nil
}

// funcs returns the verbs for the fake client without interceptors.
func (s *server) funcs() interceptor.Funcs {
	funcs := interceptor.Funcs{
		Get: s.get, List: s.list, Watch: s.watch,
		Create: s.create, Update: s.update, Patch: s.patch, Delete: s.delete, DeleteAllOf: s.deleteAllOf,
		SubResourceGet: s.getSubresource, SubResourceCreate: s.createSubresource,
		SubResourceUpdate: s.updateSubresource, SubResourcePatch: s.patchSubresource,
	}
	s.addApply(&funcs)
	return funcs
}
