package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/apiserver/pkg/server/healthz"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/access"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/custom"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/definitions"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/etcd"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/published"
)

// Server is a running server. Its fields are for reading.
type Server struct {
	// URL is "https://127.0.0.1:PORT".
	URL string
	// Kubeconfig is the path of a kubeconfig for a user of the group system:masters.
	Kubeconfig string
	// Dir has the certificates: ca.crt, front-proxy.crt, front-proxy.key and others.
	Dir string
	// Authority signs certificates of users.
	Authority *access.Authority

	stopped chan error
	cleanup []func() error
}

// Start starts a server. It serves until the context is done, and is ready when Start returns. Afterwards call Wait,
// also if there is an error.
func Start(ctx context.Context, o *Options) (*Server, error) {
	out := &Server{stopped: make(chan error, 1)}
	if err := out.start(ctx, o); err != nil {
		out.stopped <- nil
		return out, err
	}
	return out, out.ready(ctx)
}

func (s *Server) start(ctx context.Context, o *Options) (err error) {
	if o.Dir == "" {
		if o.Dir, err = os.MkdirTemp("", "apiserver-"); err != nil {
			return err
		}
		s.cleanup = append(s.cleanup, func() error { return os.RemoveAll(o.Dir) }) // a temporary folder
	}
	s.Dir = o.Dir
	if len(o.Etcd.StorageConfig.Transport.ServerList) == 0 {
		address, stop, err := etcd.Start(ctx, o.Dir)
		if err != nil {
			return err
		}
		s.cleanup = append(s.cleanup, func() error {
			stop()
			return nil
		})
		o.Etcd.StorageConfig.Transport.ServerList = []string{address}
	}
	authority, admin, err := o.certify()
	if err != nil {
		return err
	}
	s.Authority, s.URL, s.Kubeconfig = authority, address(o.Serving.Listener.Addr()), filepath.Join(o.Dir, "kubeconfig")
	if err := access.Kubeconfig(s.Kubeconfig, s.URL, authority.PEM, admin); err != nil {
		return err
	}
	generic, err := s.build(ctx, o)
	if err != nil {
		return err
	}
	prepared := generic.PrepareRun()
	go func() { s.stopped <- prepared.RunWithContext(ctx) }()
	return nil
}

// build returns the generic server, with the definitions of the options.
func (s *Server) build(ctx context.Context, o *Options) (*genericapiserver.GenericAPIServer, error) {
	codecs, scheme := newCodecs()
	config, err := o.config(codecs, scheme)
	if err != nil {
		return nil, err
	}
	completed := config.Complete()
	generic, err := completed.New("crdschema-apiserver", genericapiserver.NewEmptyDelegate())
	if err != nil {
		return nil, err
	}
	store, err := definitions.NewStore(ctx, completed.RESTOptionsGetter)
	if err != nil {
		return nil, err
	}
	compiler, documents := crdschema.NewCompiler(), &published.Documents{Server: generic, Codecs: codecs}
	controller := definitions.NewController(definitions.Config{
		Store: store, Compiler: compiler, Publisher: documents, Webhooks: o.Webhooks,
		Host: custom.Host{
			RESTOptions: completed.RESTOptionsGetter, Authorizer: generic.Authorizer, Admission: completed.AdmissionControl, MaxRequestBodyBytes: completed.MaxRequestBodyBytes,
			MinRequestTimeout: time.Duration(completed.MinRequestTimeout) * time.Second,
		},
	})
	if err := load(ctx, o.CRDs, func(crd map[string]any) error { return store.Apply(ctx, compiler, crd) }); err != nil {
		return nil, err
	}
	generic.Handler.NonGoRestfulMux.HandlePrefix("/apis/", &definitions.Handler{Controller: controller, Documents: documents})
	return generic, run(generic, controller, store)
}

// run lets the controller work from the start of the server until its last request has ended.
func run(generic *genericapiserver.GenericAPIServer, controller *definitions.Controller, store *definitions.Store) error {
	working, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	err := generic.AddPostStartHook("definitions", func(genericapiserver.PostStartHookContext) error {
		go func() {
			defer close(done)
			controller.Run(working)
		}()
		return nil
	})
	generic.RegisterDestroyFunc(func() {
		stop()
		<-done
		store.DestroyFunc()
	})
	check := healthz.NamedCheck("definitions", func(*http.Request) error {
		select {
		case <-controller.Ready():
			return nil
		default:
			return errors.New("the definitions are not served yet")
		}
	})
	return errors.Join(err, generic.RegisterMuxAndDiscoveryCompleteSignal("definitions", controller.Ready()), generic.AddReadyzChecks(check))
}

// load calls apply with each CRD in the YAML and JSON files of a folder.
func load(ctx context.Context, dir string, apply func(crd map[string]any) error) error {
	if dir == "" {
		return nil
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, file := range files {
		if file.IsDir() || !slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(file.Name())) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			return err
		}
		docs, err := document.DecodeYAML(ctx, text)
		if err != nil {
			return fmt.Errorf("%s: %w", file.Name(), err)
		}
		for _, doc := range docs {
			if doc.Object["kind"] != "CustomResourceDefinition" {
				continue
			}
			if err := apply(doc.Object); err != nil {
				return fmt.Errorf("%s: %w", file.Name(), err)
			}
		}
	}
	return nil
}

// Config returns a configuration of clients for the administrator.
func (s *Server) Config() (*rest.Config, error) {
	return clientcmd.BuildConfigFromFlags("", s.Kubeconfig)
}

// ready waits until the server is ready.
func (s *Server) ready(ctx context.Context) error {
	config, err := s.Config()
	if err != nil {
		return err
	}
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return err
	}
	defer client.CloseIdleConnections()
	for {
		answer, err := client.Get(s.URL + "/readyz")
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		if wrong := (*tls.CertificateVerificationError)(nil); errors.As(err, &wrong) { // a given one, or a given address
			return fmt.Errorf("the kubeconfig does not fit the certificate of the server: %w", err)
		}
		select {
		case err := <-s.stopped:
			s.stopped <- err
			return errors.Join(errors.New("the server stopped while it started"), err)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Wait waits until all requests have ended, and removes what the server has made.
func (s *Server) Wait() error {
	err := <-s.stopped
	for _, clean := range slices.Backward(s.cleanup) {
		err = errors.Join(err, clean())
	}
	return err
}

// address returns the URL of a listener. The certificate of the server is for 127.0.0.1, which all interfaces include.
func address(of net.Addr) string {
	host, port, err := net.SplitHostPort(of.String())
	if ip := net.ParseIP(host); err == nil && ip.IsUnspecified() {
		return "https://" + net.JoinHostPort("127.0.0.1", port)
	}
	return "https://" + of.String()
}

func port(n int) string { return strconv.Itoa(n) }
