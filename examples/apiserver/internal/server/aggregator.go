package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/wait"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/client-go/discovery"
	coreinformers "k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	aggregator "k8s.io/kube-aggregator/pkg/apiserver"
	aggregatorscheme "k8s.io/kube-aggregator/pkg/apiserver/scheme"
	"k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset"
	informers "k8s.io/kube-aggregator/pkg/client/informers/externalversions/apiregistration/v1"
	"k8s.io/kube-aggregator/pkg/controllers/autoregister"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/access"
)

// serviceName and serviceNamespace name the service that the aggregator calls: the server behind it.
const serviceName, serviceNamespace = "apiserver", "default"

// StartAggregated starts a server, and kube-aggregator in front of it in the same process. The result is the
// aggregator: users come to it, and it names them to the server behind it in headers.
func StartAggregated(ctx context.Context, o *Options) (*Server, error) {
	o.ServingNames = append(o.ServingNames, serviceName+"."+serviceNamespace+".svc")
	o.OpenPaths = append(o.OpenPaths, "/openapi/*") // system:aggregator reads it
	o.aggregated = true
	behind, stop := context.WithCancel(context.WithoutCancel(ctx))
	back, err := Start(behind, o)
	front := &Server{stopped: make(chan error, 1), Dir: back.Dir, Authority: back.Authority}
	front.cleanup = append(front.cleanup, func() error {
		stop()
		return back.Wait() // its requests have ended: they came through the aggregator
	})
	var services informers.APIServiceInformer
	if err == nil {
		services, err = front.startAggregator(ctx, back, o)
	}
	if err != nil {
		front.stopped <- nil
		return front, err
	}
	if err := front.ready(ctx); err != nil {
		return front, err
	}
	return front, front.register(ctx, services, back)
}

// startAggregator starts the aggregator with certificates of the server behind it. It returns what follows its APIServices.
func (s *Server) startAggregator(ctx context.Context, back *Server, of *Options) (informers.APIServiceInformer, error) {
	serving, err1 := back.Authority.Server("localhost")
	admin, err2 := back.Authority.Client("admin", "system:masters")
	paths, err3 := access.Files(back.Dir, map[string][]byte{"aggregator.crt": serving.Cert, "aggregator.key": serving.Key})
	listener, err4 := net.Listen("tcp", net.JoinHostPort(of.Serving.BindAddress.String(), "0"))
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	s.URL, s.Kubeconfig = address(listener.Addr()), filepath.Join(back.Dir, "aggregated.kubeconfig")
	o := NewOptions()
	o.Etcd.StorageConfig.Transport = of.Etcd.StorageConfig.Transport
	o.Etcd.StorageConfig.Codec = aggregatorscheme.Codecs.LegacyCodec(apiregistrationv1.SchemeGroupVersion)
	o.Serving.Listener, o.Serving.BindPort = listener, listener.Addr().(*net.TCPAddr).Port
	o.Serving.ServerCert.CertKey.CertFile, o.Serving.ServerCert.CertKey.KeyFile = paths["aggregator.crt"], paths["aggregator.key"]
	o.Authentication, o.Authorization, o.OpenPaths, o.besideProxies = of.Authentication, of.Authorization, of.OpenPaths, of.besideProxies
	generic, err := o.config(aggregatorscheme.Codecs, aggregatorscheme.Scheme)
	if err != nil {
		return nil, err
	}
	generic.SkipOpenAPIInstallation = true // the aggregator has its own
	generic.MergedResourceConfig = aggregator.DefaultAPIResourceConfigSource()
	generic.SharedInformerFactory = coreinformers.NewSharedInformerFactory(fake.NewClientset(&corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: serviceName, Namespace: serviceNamespace},
		Spec:       corev1.ServiceSpec{Type: corev1.ServiceTypeExternalName, ExternalName: "localhost"}, // spares ports and endpoints
	}), 0)
	config := aggregator.Config{GenericConfig: generic, ExtraConfig: aggregator.ExtraConfig{
		ProxyClientCertFile: filepath.Join(back.Dir, "front-proxy.crt"), ProxyClientKeyFile: filepath.Join(back.Dir, "front-proxy.key"),
		ServiceResolver: loopback(back.URL),
	}}
	completed := config.Complete()
	built, err := completed.NewWithDelegate(genericapiserver.NewEmptyDelegate())
	if err != nil {
		return nil, err
	}
	prepared, err := built.PrepareRun()
	if err != nil {
		return nil, err
	}
	go func() { s.stopped <- prepared.Run(ctx) }()
	return built.APIRegistrationInformers.Apiregistration().V1().APIServices(), access.Kubeconfig(s.Kubeconfig, s.URL, back.Authority.PEM, admin)
}

// loopback is the URL of all services.
type loopback string

// ResolveEndpoint implements aggregator.ServiceResolver.
func (l loopback) ResolveEndpoint(string, string, int32) (*url.URL, error) {
	return url.Parse(string(l))
}

// register keeps an APIService for each group and version that the server behind serves. It returns when they are
// available.
func (s *Server) register(ctx context.Context, services informers.APIServiceInformer, back *Server) error {
	to, err1 := s.Config()
	from, err2 := back.Config()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	client, err1 := clientset.NewForConfig(to)
	groups, err2 := discovery.NewDiscoveryClientForConfig(from)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	controller := autoregister.NewAutoRegisterController(services, client.ApiregistrationV1())
	wanted, err := registerAll(controller, groups, back.Authority.PEM, nil)
	if err != nil {
		return err
	}
	var running sync.WaitGroup
	working, stop := context.WithCancel(ctx)
	s.cleanup = append(s.cleanup, func() error {
		stop()
		running.Wait()
		return nil
	})
	running.Go(func() { controller.Run(1, working.Done()) })
	running.Go(func() {
		names := wanted
		wait.UntilWithContext(working, func(context.Context) {
			names, _ = registerAll(controller, groups, back.Authority.PEM, names) // it is tried again
		}, time.Second)
	})
	return available(ctx, client, wanted)
}

// registerAll registers the groups and versions that are served, and removes the names in before that are gone. It
// returns the names of the APIServices.
func registerAll(to autoregister.AutoAPIServiceRegistration, groups discovery.ServerGroupsInterface, ca []byte, before sets.Set[string]) (sets.Set[string], error) {
	served, err := groups.ServerGroups()
	if err != nil {
		return before, err
	}
	now := sets.New[string]()
	for _, group := range served.Groups {
		for i, version := range group.Versions {
			name := version.Version + "." + group.Name
			now.Insert(name)
			to.AddAPIServiceToSync(&apiregistrationv1.APIService{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: apiregistrationv1.APIServiceSpec{
				Service: &apiregistrationv1.ServiceReference{Namespace: serviceNamespace, Name: serviceName}, CABundle: ca,
				Group: group.Name, Version: version.Version, GroupPriorityMinimum: 1000, VersionPriority: int32(100 - min(i, 99)),
			}})
		}
	}
	for name := range before.Difference(now) {
		to.RemoveAPIServiceToSync(name)
	}
	return now, nil
}

// available waits until all APIServices are.
func available(ctx context.Context, client clientset.Interface, names sets.Set[string]) error {
	waiting := names.Clone()
	for {
		for name := range waiting {
			service, err := client.ApiregistrationV1().APIServices().Get(ctx, name, metav1.GetOptions{})
			switch {
			case apierrors.IsNotFound(err): // it is written later, or again
			case err != nil:
				return err
			case isAvailable(*service) && reaches(ctx, client, *service):
				waiting.Delete(name)
			}
		}
		if len(waiting) == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("not available: %s: %w", strings.Join(sets.List(waiting), ", "), ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// reaches reports whether the aggregator sends requests to the server behind it: it learns of the condition a
// moment later than clients do.
func reaches(ctx context.Context, client clientset.Interface, service apiregistrationv1.APIService) bool {
	for _, root := range []string{"/apis", "/openapi/v3/apis"} {
		if _, err := client.Discovery().RESTClient().Get().AbsPath(root, service.Spec.Group, service.Spec.Version).DoRaw(ctx); err != nil {
			return false
		}
	}
	return true
}

func isAvailable(service apiregistrationv1.APIService) bool {
	for _, c := range service.Status.Conditions {
		if c.Type == apiregistrationv1.Available {
			return c.Status == apiregistrationv1.ConditionTrue
		}
	}
	return false
}
