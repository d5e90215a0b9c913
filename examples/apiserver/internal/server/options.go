package server

import (
	"net"
	"slices"

	"github.com/spf13/pflag"
	"k8s.io/apiserver/pkg/server/dynamiccertificates"
	genericoptions "k8s.io/apiserver/pkg/server/options"
	"k8s.io/apiserver/pkg/storage/storagebackend"

	"github.com/seed95800270/crdschema/conversion/webhook"
)

// Options configure a server.
type Options struct {
	// CRDs is a folder with CRDs that are applied at the start, or empty.
	CRDs string
	// Dir keeps certificates, the kubeconfig and the data of an etcd in the process.
	Dir string
	// ServingNames are DNS names of the serving certificate. An aggregator calls NAME.NAMESPACE.svc.
	ServingNames []string
	// OpenPaths are paths that every user may read.
	OpenPaths []string
	// Webhooks are options of the clients of conversion webhooks, for example a dialer that uses an egress proxy.
	Webhooks []webhook.Option

	Etcd           *genericoptions.EtcdOptions
	Serving        *genericoptions.SecureServingOptionsWithLoopback
	Authentication *genericoptions.DelegatingAuthenticationOptions
	Authorization  *genericoptions.DelegatingAuthorizationOptions
	Audit          *genericoptions.AuditOptions
	// Core names a kubeconfig for the cluster whose namespaces, admission policies and admission webhooks decide about
	// objects. By default, nothing but their CRD decides.
	Core *genericoptions.CoreAPIOptions

	aggregated    bool                                  // an aggregator calls the server as its own front proxy
	besideProxies dynamiccertificates.CAContentProvider // its authority, if another one is given
}

// NewOptions returns options of a server on a free port of the loopback device.
func NewOptions() *Options {
	serving := genericoptions.NewSecureServingOptions()
	serving.BindAddress, serving.BindPort = net.IPv4(127, 0, 0, 1), 0
	authorization := genericoptions.NewDelegatingAuthorizationOptions().WithAlwaysAllowGroups("system:masters")
	authorization.RemoteKubeConfigFileOptional = true
	return &Options{
		ServingNames: []string{"localhost"}, OpenPaths: []string{"/version"},
		Etcd:    genericoptions.NewEtcdOptions(storagebackend.NewDefaultConfig("/registry", nil)),
		Serving: serving.WithLoopback(), Authentication: genericoptions.NewDelegatingAuthenticationOptions(),
		Authorization: authorization, Audit: genericoptions.NewAuditOptions(), Core: genericoptions.NewCoreAPIOptions(),
	}
}

// withoutEffect are flags of k8s.io/apiserver that this server would ignore: it stores one form of objects in one
// etcd, has its own listener and certificates, and asks no other server how to authenticate.
var withoutEffect = []string{
	"authentication-skip-lookup", "authentication-tolerate-lookup-failure", "cert-dir", "default-watch-cache-size", "etcd-servers-overrides",
	"lease-reuse-duration-seconds", "permit-address-sharing", "permit-port-sharing", "storage-backend", "storage-media-type",
}

// AddFlags adds the flags of the options.
func (o *Options) AddFlags(flags *pflag.FlagSet) {
	flags.StringVar(&o.CRDs, "crds", o.CRDs, "a folder with CustomResourceDefinitions to apply at the start")
	flags.StringVar(&o.Dir, "dir", o.Dir, "the folder of certificates, kubeconfig and data; by default a temporary one, removed at the end")
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	o.Etcd.AddFlags(all)
	o.Serving.AddFlags(all)
	o.Authentication.AddFlags(all)
	o.Authorization.AddFlags(all)
	o.Audit.AddFlags(all)
	o.Core.AddFlags(all)
	all.Lookup("kubeconfig").Usage = "a kubeconfig for the cluster whose namespaces, admission policies and admission webhooks decide about objects"
	all.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(withoutEffect, f.Name) {
			flags.AddFlag(f)
		}
	})
}
