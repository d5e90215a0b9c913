package crdserver

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/seed95800270/crdschema/crdserver/internal/access"
	"github.com/seed95800270/crdschema/crdserver/internal/admission"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/crdserver/internal/user"
)

// Server is a running server. Its fields are for reading.
type Server struct {
	// URL is "https://127.0.0.1:PORT".
	URL string
	// CA is the certificate of the authority that signed the server's, in PEM.
	CA []byte
	// ClientCert and ClientKey are the certificate and the key of the user, in PEM.
	ClientCert, ClientKey []byte
	// Token is the bearer token of the user.
	Token string
	// Kubeconfig is a kubeconfig with all of this, for kubectl.
	Kubeconfig []byte

	store    *store.Store
	http     *http.Server
	stop     func()        // ends the requests
	served   chan struct{} // closed when the server does not accept connections any more
	open     connections
	requests sync.WaitGroup
	unbind   func() bool // of the context of Start
	hooks    *admission.Hooks
	close    sync.Once
	failed   error // of close

	mu      sync.Mutex
	closing bool // no more requests are counted
}

// Start starts a server on a free port of the loopback device. It ends with ctx or with
// [Server.Close].
//
// The error says that a CRD cannot be decoded or is invalid (its Status: crdschema.StatusOf), that
// the address cannot be listened on, or that the file of [WithData] cannot be used.
func Start(ctx context.Context, opts ...Option) (*Server, error) {
	c := newConfig(opts)
	objects, err := openStore(c)
	if err != nil {
		return nil, err
	}
	s, err := start(ctx, c, objects)
	if err != nil {
		return nil, errors.Join(err, objects.Close())
	}
	return s, nil
}

// start starts a server for the objects of a store.
func start(ctx context.Context, c config, objects *store.Store) (*Server, error) {
	router, err := newRouter(ctx, c, objects)
	if err != nil {
		return nil, err
	}
	handler, err := newFaulty(c.seed, c.faults, router.Verbs, router)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", c.address)
	if err != nil {
		return nil, err
	}
	host, _, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	credentials, err := access.New(host, c.serving)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	s := &Server{
		URL: "https://" + listener.Addr().String(), CA: credentials.CA, ClientCert: credentials.ClientCert,
		ClientKey: credentials.ClientKey, Token: credentials.Token, served: make(chan struct{}), store: objects,
		hooks: router.Verbs.Hooks,
	}
	s.Kubeconfig = kubeconfig(s)
	router.Documents.Host = listener.Addr().String()
	router.Actions.Known = func(token string) (user.Info, bool) {
		return credentials.User(&http.Request{Header: http.Header{"Authorization": {"Bearer " + token}}})
	}
	handler = traced(c.trace, &guard{credentials: credentials, tokens: router.Actions.Tokens, verbs: router.Verbs, next: handler, timeout: c.timeout})
	s.serve(listener, credentials.TLS(), handler, c.timeout)
	s.unbind = context.AfterFunc(ctx, func() { _ = s.end() })
	return s, nil
}

// serve begins to answer requests.
func (s *Server) serve(listener net.Listener, config *tls.Config, handler http.Handler, timeout time.Duration) {
	base, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.http = &http.Server{
		Handler: s.counted(handler), TLSConfig: config, ReadHeaderTimeout: timeout, IdleTimeout: 90 * time.Second,
		MaxHeaderBytes: 1 << 20, ErrorLog: log.New(io.Discard, "", 0), ConnState: s.open.changed,
		BaseContext: func(net.Listener) context.Context { return base },
	}
	go func() {
		defer close(s.served)
		_ = s.http.ServeTLS(listener, "", "") // ends with Close
	}()
}

// counted counts the requests that are being answered.
func (s *Server) counted(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.begin() {
			panic(http.ErrAbortHandler) // the server is closing
		}
		defer s.requests.Done()
		handler.ServeHTTP(w, r)
	})
}

// begin counts a request, unless the server is closing.
func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closing {
		s.requests.Add(1)
	}
	return !s.closing
}

// Close ends all requests and connections, and waits for them. The objects are lost unless [WithData] keeps
// them. It may be called several times.
func (s *Server) Close() error {
	s.unbind()
	return s.end()
}

// end ends the server. The context of Start may end it before Start returns.
func (s *Server) end() error {
	s.close.Do(func() {
		s.mu.Lock()
		s.closing = true
		s.mu.Unlock()
		s.stop()
		s.failed = s.http.Close()
		<-s.served
		s.requests.Wait()
		s.hooks.Close()
		if !s.open.wait(5 * time.Second) {
			s.failed = errors.Join(s.failed, errors.New("crdserver: connections are open"))
		}
		s.failed = errors.Join(s.failed, s.store.Close())
	})
	return s.failed
}

// connections counts open connections.
type connections struct {
	mu    sync.Mutex
	count map[net.Conn]struct{}
	empty chan struct{} // closed when the last one is closed, if somebody waits
}

func (c *connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateNew:
		if c.count == nil {
			c.count = map[net.Conn]struct{}{}
		}
		c.count[conn] = struct{}{}
	case http.StateClosed, http.StateHijacked:
		delete(c.count, conn)
		if len(c.count) == 0 && c.empty != nil {
			close(c.empty)
			c.empty = nil
		}
	}
}

// wait waits until no connection is open, and reports whether that is so.
func (c *connections) wait(limit time.Duration) bool {
	c.mu.Lock()
	if len(c.count) == 0 {
		c.mu.Unlock()
		return true
	}
	c.empty = make(chan struct{})
	empty := c.empty
	c.mu.Unlock()
	select {
	case <-empty:
		return true
	case <-time.After(limit):
		return false
	}
}
