package crdserver

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/routes"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/status"
)

// faulty is a handler with faults.
type faulty struct {
	verbs  *rest.Verbs
	next   http.Handler
	faults []*drawn
}

// drawn is a fault with its choices.
type drawn struct {
	Fault
	mu     sync.Mutex
	choice *rand.Rand
	count  int
}

func newFaulty(seed uint64, faults []Fault, verbs *rest.Verbs, next http.Handler) (http.Handler, error) {
	if len(faults) == 0 {
		return next, nil
	}
	out := &faulty{verbs: verbs, next: next}
	for i, f := range faults {
		if err := f.check(); err != nil {
			return nil, fmt.Errorf("crdserver: fault %d: %w", i, err)
		}
		out.faults = append(out.faults, &drawn{Fault: f, choice: rand.New(rand.NewPCG(seed, uint64(i)))})
	}
	return out, nil
}

func (h *faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, refused := httpapi.ParsePath(r.Method, routes.GroupURL(r.URL))
	if refused != nil || path.Endpoint != httpapi.Resources {
		h.next.ServeHTTP(w, r)
		return
	}
	for _, f := range h.faults {
		if f.concerns(path) {
			h.fail(w, r, f, path)
			return
		}
	}
	h.next.ServeHTTP(w, r)
}

// concerns reports whether the fault concerns a request, and counts it.
func (f *drawn) concerns(path httpapi.Path) bool {
	if len(f.Verbs) > 0 && !slices.Contains(f.Verbs, path.Verb) || len(f.Resources) > 0 && !slices.Contains(f.Resources, resourceName(path)) {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.Times > 0 && f.count == f.Times || f.Rate > 0 && f.choice.Float64() >= f.Rate {
		return false
	}
	f.count++
	return true
}

// resourceName returns the name of what a path asks for, as in Fault.Resources.
func resourceName(path httpapi.Path) string {
	name := path.Resource
	if path.Group != "" {
		name = path.CRDName()
	}
	if path.Subresource != "" {
		name += "/" + path.Subresource
	}
	return name
}

// fail answers a request with a fault. It notes the fault in the trace.
func (h *faulty) fail(w http.ResponseWriter, r *http.Request, f *drawn, path httpapi.Path) {
	noteFault(w, f.Fault)
	watch := path.Verb == "watch" && f.Disconnect == BeforeAnswer
	if f.Delay > 0 && !watch {
		select {
		case <-time.After(f.Delay):
		case <-r.Context().Done():
			panic(http.ErrAbortHandler)
		}
	}
	switch {
	case watch:
		ctx, cancel := context.WithTimeout(r.Context(), f.Delay)
		defer cancel()
		h.next.ServeHTTP(w, r.WithContext(ctx))
		panic(http.ErrAbortHandler)
	case f.Disconnect == BeforeRequest:
		panic(http.ErrAbortHandler)
	case f.Disconnect == BeforeAnswer:
		h.next.ServeHTTP(&lost{ResponseWriter: w, header: http.Header{}}, r)
		panic(http.ErrAbortHandler)
	case f.Code != 0:
		s := faultStatus(f.Code, status.Resource{Group: path.Group, Kind: path.Resource, Name: path.Name})
		h.verbs.Reject(w, r, s)
	default:
		h.next.ServeHTTP(w, r)
	}
}

// lost is an answer that nobody gets.
type lost struct {
	http.ResponseWriter
	header http.Header
}

func (l *lost) Header() http.Header         { return l.header }
func (l *lost) Write(p []byte) (int, error) { return len(p), nil }
func (l *lost) WriteHeader(int)             {}
func (l *lost) Flush()                      {}

// Hijack keeps the connection from a WebSocket.
func (l *lost) Hijack() (net.Conn, *bufio.ReadWriter, error) { return nil, nil, http.ErrNotSupported }

func (l *lost) Unwrap() http.ResponseWriter { return l.ResponseWriter }
