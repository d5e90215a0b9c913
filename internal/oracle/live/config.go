package live

import (
	"io"
	"net"
	"net/http"

	"go.opentelemetry.io/otel/trace/noop"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/authentication/authenticator"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	"k8s.io/apiserver/pkg/endpoints/filters"
	"k8s.io/apiserver/pkg/endpoints/openapi"
	"k8s.io/apiserver/pkg/server"
	"k8s.io/apiserver/pkg/util/notfoundhandler"
	"k8s.io/apiserver/pkg/util/webhook"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	generatedopenapi "k8s.io/apiextensions-apiserver/pkg/generated/openapi"
	utilopenapi "k8s.io/apiserver/pkg/util/openapi"
)

// newServer returns the server with an etcd, a directory for its certificate, and admission plugins or nil.
func newServer(etcdURL, dir string, plugins admission.Interface) (*apiserver.CustomResourceDefinitions, error) {
	opts, err := newOptions(etcdURL, dir)
	if err != nil {
		return nil, err
	}
	generic, err := newGenericConfig(opts)
	if err != nil {
		return nil, err
	}
	generic.AdmissionControl = plugins
	storage := options.NewCRDRESTOptionsGetter(*opts.RecommendedOptions.Etcd,
		generic.ResourceTransformers, generic.StorageObjectCountTracker)
	cfg := &apiserver.Config{
		GenericConfig: generic,
		ExtraConfig: apiserver.ExtraConfig{
			CRDRESTOptionsGetter: storage,
			ServiceResolver:      webhook.NewDefaultServiceResolver(),
			AuthResolverWrapper: webhook.NewDefaultAuthenticationInfoResolverWrapper(
				nil, nil, generic.LoopbackClientConfig, noop.NewTracerProvider()),
		},
	}
	// as kube-apiserver answers a path that is not served
	notFound := notfoundhandler.New(generic.Serializer, filters.NoMuxAndDiscoveryIncompleteKey)
	return cfg.Complete().New(server.NewEmptyDelegateWithCustomHandler(notFound))
}

// newOptions returns the options of a server without a kube-apiserver.
func newOptions(etcdURL, dir string) (*options.CustomResourceDefinitionsServerOptions, error) {
	opts := options.NewCustomResourceDefinitionsServerOptions(io.Discard, io.Discard)
	r := opts.RecommendedOptions
	r.Etcd.StorageConfig.Transport.ServerList = []string{etcdURL}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	loopback := net.ParseIP("127.0.0.1")
	r.SecureServing.Listener = listener
	r.SecureServing.BindPort = listener.Addr().(*net.TCPAddr).Port
	r.SecureServing.BindAddress, r.SecureServing.ExternalAddress = loopback, loopback
	r.SecureServing.ServerCert.CertDirectory = dir
	r.Authentication, r.Authorization, r.CoreAPI, r.Admission = nil, nil, nil, nil
	r.Features.EnablePriorityAndFairness = false
	if err := opts.ServerRunOptions.ComponentGlobalsRegistry.Set(); err != nil {
		return nil, err
	}
	if err := opts.Complete(); err != nil {
		return nil, err
	}
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	return opts, r.SecureServing.MaybeDefaultWithSelfSignedCerts("localhost", nil, []net.IP{loopback})
}

// newGenericConfig configures the server as the options' own Config method does,
// but without watching the Services of a kube-apiserver.
func newGenericConfig(opts *options.CustomResourceDefinitionsServerOptions) (*server.RecommendedConfig, error) {
	generic := server.NewRecommendedConfig(apiserver.Codecs)
	if err := opts.ServerRunOptions.ApplyTo(&generic.Config); err != nil {
		return nil, err
	}
	if err := opts.RecommendedOptions.ApplyTo(generic); err != nil {
		return nil, err
	}
	err := opts.APIEnablement.ApplyTo(&generic.Config, apiserver.DefaultAPIResourceConfigSource(), apiserver.Scheme)
	if err != nil {
		return nil, err
	}
	admin := &authenticator.Response{User: &user.DefaultInfo{
		Name:   "system:admin",
		Groups: []string{user.SystemPrivilegedGroup, user.AllAuthenticated},
	}}
	generic.Authentication.Authenticator = authenticator.RequestFunc(
		func(*http.Request) (*authenticator.Response, bool, error) { return admin, true, nil })
	generic.Authorization.Authorizer = authorizerfactory.NewAlwaysAllowAuthorizer()
	definitions := utilopenapi.GetOpenAPIDefinitionsWithoutDisabledFeatures(generatedopenapi.GetOpenAPIDefinitions)
	generic.OpenAPIConfig = server.DefaultOpenAPIConfig(definitions,
		openapi.NewDefinitionNamer(apiserver.Scheme))
	generic.OpenAPIV3Config = server.DefaultOpenAPIV3Config(definitions,
		openapi.NewDefinitionNamer(apiserver.Scheme, scheme.Scheme))
	// as kube-apiserver does, which authenticates
	const text = "Unauthorized"
	generic.OpenAPIConfig.CommonResponses = map[int]spec.Response{
		http.StatusUnauthorized: {ResponseProps: spec.ResponseProps{Description: text}}}
	generic.OpenAPIV3Config.CommonResponses = map[int]*spec3.Response{
		http.StatusUnauthorized: {ResponseProps: spec3.ResponseProps{Description: text}}}
	return generic, nil
}
