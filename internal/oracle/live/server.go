package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// Server is a running reference server.
type Server struct {
	handler http.Handler
	groups  http.Handler // GET /apis
	openapi *spec.Swagger
	// definitions is the informer of definitions.
	definitions cache.SharedIndexInformer
	dir         string
	etcd        *embed.Etcd
	cancel      context.CancelFunc
	stopped     chan error
}

// Start returns the server of this process and starts it if necessary.
func Start(tb testing.TB) *Server {
	tb.Helper()
	return StartAdmitting(tb, nil)
}

// StartAdmitting returns the server of this process with admission plugins and starts it if necessary. All tests
// of a package start it with plugins, or none does.
func StartAdmitting(tb testing.TB, plugins admission.Interface) *Server {
	tb.Helper()
	once.Do(func() {
		started, failure = start(plugins)
		admits = plugins != nil
	})
	switch {
	case failure != nil:
		tb.Fatal(failure)
	case admits != (plugins != nil):
		tb.Fatal("the server runs already, with other admission plugins")
	}
	return started
}

var (
	once    sync.Once
	started *Server
	admits  bool
	failure error
)

// running is the server that Main must stop.
var running *Server

func start(plugins admission.Interface) (s *Server, err error) {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	s = &Server{stopped: make(chan error, 1)}
	if s.dir, err = os.MkdirTemp("", "oracle-live"); err != nil {
		return nil, err
	}
	if err := s.start(plugins); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	running = s
	return s, nil
}

// Main runs a package's tests, stops the server if one of them started it, and
// returns the exit code.
func Main(m *testing.M) int {
	code := m.Run()
	if running == nil {
		return code
	}
	if err := running.stop(); err != nil {
		fmt.Fprintln(os.Stderr, "stopping the server:", err)
		return max(code, 1)
	}
	return code
}

func (s *Server) start(plugins admission.Interface) error {
	etcd, url, err := StartEtcd(s.dir)
	if err != nil {
		return err
	}
	s.etcd = etcd
	crds, err := newServer(url, s.dir, plugins)
	if err != nil {
		return err
	}
	prepared := crds.GenericAPIServer.PrepareRun()
	s.handler, s.groups = prepared.Handler, groupsHandler(crds.GenericAPIServer)
	s.definitions = crds.Informers.Apiextensions().V1().CustomResourceDefinitions().Informer()
	s.openapi = crds.GenericAPIServer.StaticOpenAPISpec
	var ctx context.Context
	ctx, s.cancel = context.WithCancel(context.Background())
	go func() { s.stopped <- prepared.RunWithContext(ctx) }()
	return s.ready()
}

// ready waits for the server's informers and controllers.
func (s *Server) ready() error {
	for range 1500 {
		if answer := s.Do(http.MethodGet, "/readyz", nil); answer.Code == http.StatusOK {
			return nil
		}
		select {
		case err := <-s.stopped:
			s.stopped <- err
			return fmt.Errorf("the server stopped while starting: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
	return errors.New("the server is not ready after 30 s")
}

// stop stops everything that was started.
func (s *Server) stop() error {
	var err error
	if s.cancel != nil {
		s.cancel()
		err = <-s.stopped
	}
	if s.etcd != nil {
		s.etcd.Close()
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}
