package conversion

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"testing"
	"time"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/internal/oracle/parity"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	reference "k8s.io/apiextensions-apiserver/pkg/apiserver/conversion"
)

// connection is a webhook with a certificate, and how it is called.
type connection struct {
	Name     string
	template *x509.Certificate // nil: no TLS
	bundle   func(cert []byte) []byte
	service  *apiextensionsv1.ServiceReference // nil: its URL
	silent   bool                              // nothing listens
}

// connections returns webhooks that can be reached, and others that cannot.
func connections() []connection {
	good := func() *x509.Certificate {
		return &x509.Certificate{DNSNames: []string{"hook.default.svc"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	}
	own := func(cert []byte) []byte { return cert }
	port, path := int32(8443), "/convert"
	service := func(name string) *apiextensionsv1.ServiceReference {
		return &apiextensionsv1.ServiceReference{Namespace: "default", Name: name, Port: &port, Path: &path}
	}
	expired, early, named, nameless := good(), good(), good(), good()
	expired.NotAfter = time.Now().Add(-time.Hour)
	early.NotBefore = time.Now().Add(time.Hour)
	named.IPAddresses, nameless.DNSNames = nil, nil
	return []connection{
		{Name: "well", template: good(), bundle: own},
		{Name: "expired", template: expired, bundle: own},
		{Name: "not valid yet", template: early, bundle: own},
		{Name: "no address", template: named, bundle: own},
		{Name: "foreign authority", template: good(), bundle: otherAuthority},
		{Name: "several authorities", template: good(), bundle: func(cert []byte) []byte { return append(otherAuthority(nil), cert...) }},
		{Name: "authorities of the system", template: good(), bundle: func([]byte) []byte { return []byte(" \n") }},
		{Name: "no TLS", bundle: otherAuthority},
		{Name: "nobody", template: good(), bundle: own, silent: true},
		{Name: "service", template: good(), bundle: own, service: service("hook")},
		{Name: "service of another name", template: good(), bundle: own, service: service("other")},
		{Name: "service without a name in the certificate", template: nameless, bundle: own, service: service("hook")},
	}
}

func otherAuthority([]byte) []byte {
	cert, err := certificate(&x509.Certificate{DNSNames: []string{"foreign"}})
	if err != nil {
		panic(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Certificate[0]})
}

// certificate signs a certificate with its own key.
func certificate(template *x509.Certificate) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template.SerialNumber, template.IsCA, template.BasicConstraintsValid = big.NewInt(1), true, true
	if template.NotAfter.IsZero() {
		template.NotAfter = time.Now().Add(2 * time.Hour)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

// elsewhere resolves every service to one address.
type elsewhere string

func (e elsewhere) ResolveEndpoint(string, string, int32) (*url.URL, error) {
	return &url.URL{Scheme: "https", Host: string(e)}, nil
}

// TestConnections compares how the webhook is reached, and how its certificate is
// verified.
func TestConnections(t *testing.T) {
	parity.Run(t, "convert-webhook-tls", parity.List(connections(), func(x connection) string { return x.Name }), func(c *parity.Check, x connection) {
		s, stop, err := x.connect()
		if err != nil {
			c.Fail("setup", nil, nil, "%v", err)
			return
		}
		defer stop()
		in := input{To: "example.com/v1", Object: map[string]any{
			"apiVersion": "example.com/v1beta1", "kind": kind, "metadata": map[string]any{"name": "x"}}}
		ours, theirs := convertOurs(s.ours, in), convertTheirs(s.theirs, in.Object, false, in.To)
		c.Equal("error", timeless(ours.Error), timeless(theirs.Error))
		c.Equal("object", ours.Object, theirs.Object)
		c.Equal("succeeds", ours.Error == "", x.Name == "well" || x.Name == "several authorities" || x.Name == "service")
	})
}

// connect starts the webhook and returns the converters of both sides.
func (x connection) connect() (s sides, stop func(), err error) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if r, err := read(req); err == nil {
			ok(r).write(w)
		}
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	var own []byte
	if x.template != nil {
		cert, err := certificate(x.template)
		if err != nil {
			return s, nil, err
		}
		own = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Certificate[0]})
		server.TLS = &tls.Config{Certificates: []tls.Certificate{cert}}
		server.StartTLS()
	} else {
		server.Start()
	}
	address := server.Listener.Addr().String()
	if x.silent {
		server.Close()
	}
	config := webhook.Config{URL: "https://" + address, CABundle: x.bundle(own), ReviewVersions: []string{"v1"}}
	client := &apiextensionsv1.WebhookClientConfig{URL: &config.URL, CABundle: config.CABundle}
	var opts []webhook.Option
	if r := x.service; r != nil {
		config.URL, client.URL, client.Service = "", nil, r
		config.Service = &webhook.Service{Namespace: r.Namespace, Name: r.Name, Port: int(*r.Port), Path: *r.Path}
		opts = append(opts, webhook.WithDialer(func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, address)
		}))
	}
	ours, err := webhook.New(config, opts...)
	if err != nil {
		return s, nil, err
	}
	factory, err := reference.NewCRConverterFactory(elsewhere(address), nil)
	if err != nil {
		return s, nil, err
	}
	s.ours = conversion.Kind{Group: group, Versions: versions, Converter: ours}
	s.theirs, err = theirs(factory, &apiextensionsv1.CustomResourceConversion{Strategy: apiextensionsv1.WebhookConverter,
		Webhook: &apiextensionsv1.WebhookConversion{ClientConfig: client, ConversionReviewVersions: []string{"v1"}}})
	return s, func() { ours.Close(); server.CloseClientConnections(); server.Close() }, err
}

var now = regexp.MustCompile(`current time \S+`)

// timeless returns a text without the parts that differ from one call to the
// next.
func timeless(text string) string { return now.ReplaceAllString(unique(text), "current time NOW") }
