package embedders

import (
	"hash/fnv"
	"iter"
	"sync"
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// request is an object of a kind. old is the object that it replaces, at the same
// version and with its defaults, and stored is the same as it is stored; both are nil
// for a new object.
type request struct {
	kind        *kind
	object      map[string]any
	old, stored map[string]any
	// property is the field of object that is the value, for projects with schemas that
	// are not whole objects.
	property string
	// exact leaves out what a project does to values that a server does not do.
	exact bool
}

type requests = parity.Cases[request]

// MarshalJSON returns the objects and the schema for reports.
func (r request) MarshalJSON() ([]byte, error) {
	return upstream.Encode(map[string]any{"object": r.object, "old": r.old, "schema": r.kind.schema})
}

// Smaller yields requests with a part of the object removed.
func (r request) Smaller() iter.Seq[request] {
	return func(yield func(request) bool) {
		for object := range parity.SmallerObjects(r.object) {
			next := r
			if next.object = object; !yield(next) {
				return
			}
		}
	}
}

// with returns r with another object.
func (r request) with(object map[string]any) request {
	r.object = object
	return r
}

// allRequests returns the requests that the projects are compared on: objects of the
// corpus, unchanged and damaged, and objects of generated kinds. By default it takes
// every tenth definition of a large corpus.
func allRequests(t *testing.T) requests {
	t.Helper()
	n := 2
	if parity.Full(10) == 10 {
		n = 5
	}
	return parity.Join(varied(corpusRequests(t), n), varied(generatedRequests(parity.Full(10_000)), 1))
}

// fragmentRequests returns the requests with one of the properties of their objects.
// A request without a property has none that the schema declares.
func fragmentRequests(t *testing.T) requests {
	t.Helper()
	all := allRequests(t)
	return requests{N: all.N, At: func(i int) (string, request) {
		label, r := all.At(i)
		if names := r.properties(); len(names) > 0 {
			h := fnv.New32()
			h.Write([]byte(label))
			r.property = names[int(h.Sum32()%uint32(len(names)))]
		}
		return label, r
	}}
}

// corpusRequests returns the objects of the corpus.
var corpusRequests = func() func(*testing.T) requests {
	var once sync.Once
	var out requests
	return func(t *testing.T) requests {
		once.Do(func() { out = loadRequests(t) })
		return out
	}
}()

func loadRequests(t *testing.T) requests {
	var list []request
	var labels []string
	crds := corpus.Load(t).CRDs
	every := 1
	if len(crds) > 100 {
		every = 10 / parity.Full(10)
	}
	for i := 0; i < len(crds); i += every {
		byVersion := map[string]*kind{}
		for _, o := range crds[i].Objects {
			k, known := byVersion[o.Version()]
			if !known {
				k, _ = newKind(crds[i].Manifest, o.Version())
				byVersion[o.Version()] = k
			}
			if k != nil {
				list, labels = append(list, request{kind: k, object: k.named(o.Value)}), append(labels, o.File)
			}
		}
	}
	return requests{N: len(list), At: func(i int) (string, request) { return labels[i], list[i] }}
}
