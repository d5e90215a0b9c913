package server

import (
	"errors"
	"net"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	apimachineryversion "k8s.io/apimachinery/pkg/version"
	apiserverconfig "k8s.io/apiserver/pkg/apis/apiserver"
	"k8s.io/apiserver/pkg/authentication/authenticatorfactory"
	"k8s.io/apiserver/pkg/endpoints/openapi"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/apiserver/pkg/server/dynamiccertificates"
	genericoptions "k8s.io/apiserver/pkg/server/options"
	"k8s.io/apiserver/pkg/util/compatibility"
	"k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	basecompatibility "k8s.io/component-base/compatibility"
	generatedopenapi "k8s.io/kube-aggregator/pkg/generated/openapi"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/access"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/custom"
)

// healthPaths are open to everybody, also without a certificate.
var healthPaths = []string{"/healthz", "/livez", "/readyz"}

// frontProxy is the name in the certificate of a front proxy.
const frontProxy = "front-proxy"

// config returns the configuration of the generic server, with a listener.
func (o *Options) config(codecs serializer.CodecFactory, scheme *runtime.Scheme) (*genericapiserver.RecommendedConfig, error) {
	out := genericapiserver.NewRecommendedConfig(codecs)
	out.ShutdownWatchTerminationGracePeriod = 10 * time.Second // without it, the end waits for all watches
	out.EffectiveVersion = version{compatibility.DefaultBuildEffectiveVersion()}
	out.OpenAPIConfig = genericapiserver.DefaultOpenAPIConfig(generatedopenapi.GetOpenAPIDefinitions, openapi.NewDefinitionNamer(scheme))
	out.OpenAPIV3Config = genericapiserver.DefaultOpenAPIV3Config(generatedopenapi.GetOpenAPIDefinitions, openapi.NewDefinitionNamer(scheme))
	out.OpenAPIConfig.Info.Title, out.OpenAPIV3Config.Info.Title = "crdschema", "crdschema"
	o.Authorization.AlwaysAllowPaths = append(append(o.Authorization.AlwaysAllowPaths, healthPaths...), o.OpenPaths...)
	err := errors.Join(o.Etcd.ApplyTo(&out.Config), o.Serving.ApplyToConfig(&out.Config))
	if err != nil {
		return nil, err
	}
	return out, errors.Join(o.authenticate(out), o.Authorization.ApplyTo(&out.Authorization), o.Audit.ApplyTo(&out.Config), o.admit(out))
}

// admit configures the admission plugins: they follow the namespaces, policies and webhooks of a cluster.
func (o *Options) admit(out *genericapiserver.RecommendedConfig) error {
	if o.Core.CoreAPIKubeconfigPath == "" {
		return nil
	}
	if err := o.Core.ApplyTo(out); err != nil {
		return err
	}
	out.ClientConfig.QPS = -1 // requests of users wait for these clients
	typed, err1 := kubernetes.NewForConfig(out.ClientConfig)
	untyped, err2 := dynamic.NewForConfig(out.ClientConfig)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	plugins := genericoptions.NewAdmissionOptions()
	return plugins.ApplyTo(&out.Config, out.SharedInformerFactory, typed, untyped, feature.DefaultFeatureGate, out.EffectiveVersion)
}

// authenticate accepts certificates of the server's authority, and users that a front proxy names. Only health is
// open to unknown clients, so that forged headers are answered with 401.
func (o *Options) authenticate(out *genericapiserver.RecommendedConfig) error {
	users, err := o.Authentication.ClientCert.GetClientCAContentProvider()
	if err != nil {
		return err
	}
	proxies, err := o.Authentication.RequestHeader.ToAuthenticationRequestHeaderConfig()
	if err != nil {
		return err
	}
	if o.besideProxies != nil {
		proxies.CAContentProvider = dynamiccertificates.NewUnionCAContentProvider(proxies.CAContentProvider, o.besideProxies)
	}
	anonymous := &apiserverconfig.AnonymousAuthConfig{Enabled: true}
	for _, path := range healthPaths {
		anonymous.Conditions = append(anonymous.Conditions, apiserverconfig.AnonymousAuthCondition{Path: path})
	}
	config := authenticatorfactory.DelegatingAuthenticatorConfig{
		Anonymous: anonymous, CacheTTL: o.Authentication.CacheTTL, ClientCertificateCAContentProvider: users, RequestHeaderConfig: proxies,
		WebhookRetryBackoff: o.Authentication.WebhookRetryBackoff, TokenAccessReviewTimeout: o.Authentication.TokenRequestTimeout,
	}
	if path := o.Authentication.RemoteKubeConfigFile; path != "" {
		remote, err := clientcmd.BuildConfigFromFlags("", path)
		if err != nil {
			return err
		}
		client, err := kubernetes.NewForConfig(remote)
		if err != nil {
			return err
		}
		config.TokenAccessReviewClient = client.AuthenticationV1()
	}
	if err := out.Authentication.ApplyClientCert(users, out.SecureServing); err != nil {
		return err
	}
	if err := out.Authentication.ApplyClientCert(proxies.CAContentProvider, out.SecureServing); err != nil {
		return err
	}
	out.Authentication.RequestHeaderConfig = proxies
	out.Authentication.Authenticator, _, err = config.New()
	return err
}

// certify makes the certificates that the options lack, and a listener. It returns the authority of the server
// and the administrator.
func (o *Options) certify() (*access.Authority, access.Pair, error) {
	users, err := access.NewAuthority("crdschema-apiserver")
	if err != nil {
		return nil, access.Pair{}, err
	}
	proxies, err := access.NewAuthority("crdschema-front-proxy")
	if err != nil {
		return nil, access.Pair{}, err
	}
	serving, err1 := users.Server(o.ServingNames...)
	admin, err2 := users.Client("admin", "system:masters")
	proxy, err3 := proxies.Client(frontProxy)
	paths, err := access.Files(o.Dir, map[string][]byte{
		"ca.crt": users.PEM, "front-proxy-ca.crt": proxies.PEM, "front-proxy.crt": proxy.Cert, "front-proxy.key": proxy.Key,
		"serving.crt": serving.Cert, "serving.key": serving.Key,
	})
	if err := errors.Join(err1, err2, err3, err); err != nil {
		return nil, admin, err
	}
	if err := o.trust(users, paths["front-proxy-ca.crt"]); err != nil {
		return nil, admin, err
	}
	if cert := &o.Serving.ServerCert.CertKey; cert.CertFile == "" {
		cert.CertFile, cert.KeyFile = paths["serving.crt"], paths["serving.key"]
	}
	if o.Serving.Listener, err = net.Listen("tcp", net.JoinHostPort(o.Serving.BindAddress.String(), port(o.Serving.BindPort))); err != nil {
		return nil, admin, err
	}
	o.Serving.BindPort = o.Serving.Listener.Addr().(*net.TCPAddr).Port
	return users, admin, nil
}

// trust adds the authority of the server's users to a given one: the kubeconfig has a certificate of it. The
// authority of front proxies is used unless another one is given. An aggregator in this process needs it beside.
func (o *Options) trust(users *access.Authority, proxiesFile string) error {
	own, err := dynamiccertificates.NewStaticCAContent("own users", users.PEM)
	if err != nil {
		return err
	}
	given, err := o.Authentication.ClientCert.GetClientCAContentProvider()
	if err != nil {
		return err
	}
	o.Authentication.ClientCert.CAContentProvider = own
	if given != nil {
		o.Authentication.ClientCert.CAContentProvider = dynamiccertificates.NewUnionCAContentProvider(own, given)
	}
	header := &o.Authentication.RequestHeader
	switch {
	case header.ClientCAFile == "":
		header.ClientCAFile, header.AllowedNames = proxiesFile, []string{frontProxy}
	case o.aggregated:
		o.besideProxies, err = dynamiccertificates.NewDynamicCAContentFromFile("own front proxy", proxiesFile)
		if len(header.AllowedNames) > 0 {
			header.AllowedNames = append(header.AllowedNames, frontProxy)
		}
	}
	return err
}

// version names this program at /version: kubectl cannot read the version of a module.
type version struct {
	basecompatibility.EffectiveVersion
}

// Info implements basecompatibility.EffectiveVersion.
func (v version) Info() *apimachineryversion.Info {
	out := *v.EffectiveVersion.Info()
	out.GitVersion = "v1.37.2+crdschema"
	return &out
}

// newCodecs returns the codecs of types that are not custom resources.
func newCodecs() (serializer.CodecFactory, *runtime.Scheme) {
	scheme := custom.NewScheme()
	return serializer.NewCodecFactory(scheme), scheme
}
