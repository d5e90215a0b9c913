package crdserver

import (
	"time"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/crdserver/internal/access"
)

// Option configures [Start].
type Option interface{ apply(*config) }

type option func(*config)

func (f option) apply(c *config) { f(c) }

// config holds the options.
type config struct {
	manifests  [][]byte
	crds       []map[string]any
	converters map[string]conversion.Converter
	data       string
	history    int
	bookmarks  time.Duration
	timeout    time.Duration
	address    string
	serving    access.Serving
	seed       uint64
	faults     []Fault
	trace      func(Exchange)
}

func newConfig(opts []Option) config {
	c := config{history: 1000, bookmarks: time.Minute, timeout: 30 * time.Second, address: "127.0.0.1:0"}
	for _, o := range opts {
		o.apply(&c)
	}
	return c
}

// WithCRDs creates the CRDs in YAML or JSON texts, each of which may have several documents, as requests
// would. Documents of other kinds are an error.
func WithCRDs(texts ...[]byte) Option {
	return option(func(c *config) { c.manifests = append(c.manifests, texts...) })
}

// WithCRDObjects creates CRDs that are maps, with Go integers for integers.
func WithCRDObjects(crds ...map[string]any) Option {
	return option(func(c *config) { c.crds = append(c.crds, crds...) })
}

// WithConverter converts the objects of a CRD, by its name "crontabs.stable.example.com", with a function
// in place of a webhook, also if the CRD has the conversion strategy None. It must be safe for
// concurrent use.
func WithConverter(crd string, converter conversion.Converter) Option {
	return option(func(c *config) {
		if c.converters == nil {
			c.converters = map[string]conversion.Converter{}
		}
		c.converters[crd] = converter
	})
}

// WithHistory sets the number of writes that each resource remembers for watches and for lists at former
// revisions. The default is 1000; less than 1 is 1.
func WithHistory(writes int) Option {
	return option(func(c *config) { c.history = max(1, writes) })
}

// WithData keeps the objects in a file, so that a server with the same file goes on where the last one
// ended, or was killed: whatever was answered is on the device. A list or watch at a revision of the server
// before is answered with 410. A CRD of [WithCRDs] that the file has is updated. One server can
// use the file at a time. The credentials are new each time.
//
// An empty name keeps nothing.
func WithData(file string) Option {
	return option(func(c *config) { c.data = file })
}

// WithBookmarkInterval sets the time between the bookmarks of a watch. The default is a minute; not more
// than 0 is the default.
func WithBookmarkInterval(d time.Duration) Option {
	return option(func(c *config) {
		if d > 0 {
			c.bookmarks = d
		}
	})
}

// WithClientTimeout sets how long a client may take to send the head or the body of a request, or to take
// a part of an answer. The default is 30 seconds; not more than 0 is the default.
func WithClientTimeout(d time.Duration) Option {
	return option(func(c *config) {
		if d > 0 {
			c.timeout = d
		}
	})
}

// WithAddress sets the TCP address to listen on. The default is a free port of 127.0.0.1. Whoever
// reaches the address needs the credentials.
func WithAddress(address string) Option {
	return option(func(c *config) { c.address = address })
}

// WithServingCertificate sets the certificate of the server and its key, in PEM, in place of one that the
// server makes. [Server.CA] is then the certificate.
func WithServingCertificate(cert, key []byte) Option {
	return option(func(c *config) { c.serving.Cert, c.serving.Key = cert, key })
}

// WithClientCAs adds authorities, certificates in PEM. A client with a certificate of one of
// them may do everything, as the user of [Server.ClientCert] may.
func WithClientCAs(cas []byte) Option {
	return option(func(c *config) { c.serving.ClientCAs = append(c.serving.ClientCAs, cas...) })
}

// WithFrontProxy accepts the users that a front proxy names in the headers X-Remote-User, X-Remote-Group, X-Remote-Uid
// and X-Remote-Extra-…, as kube-apiserver does for servers behind it. The proxy has a certificate of one of the
// authorities, in PEM, with one of the names as common name, or any name if there are none. It is not a user
// itself: without the headers, it is answered with 401.
func WithFrontProxy(cas []byte, names ...string) Option {
	return option(func(c *config) { c.serving.Proxies = access.Proxies{CAs: cas, Names: names} })
}
