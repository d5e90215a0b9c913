package webhook

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Option adjusts a [Client].
type Option interface{ apply(*options) }

type optionFunc func(*options)

func (f optionFunc) apply(o *options) { f(o) }

type options struct {
	transport http.RoundTripper
	dial      DialFunc
	batch     int
	limit     int64
	timeout   time.Duration
	uid       func() string
}

const (
	defaultLimit   = 64 << 20
	defaultTimeout = 30 * time.Second
)

// DialFunc opens a connection, as the DialContext of a net.Dialer does.
type DialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// WithTransport sends requests with t, which then cares for certificates itself:
// the caBundle is not used. Close does not touch it.
func WithTransport(t http.RoundTripper) Option {
	return optionFunc(func(o *options) { o.transport = t })
}

// WithDialer opens connections with dial, which may find the address of a
// service or go through an egress proxy. The address is "host:port", for a
// service "NAME.NAMESPACE.svc:PORT"; the certificate is checked for that name
// wherever the connection leads.
func WithDialer(dial DialFunc) Option {
	return optionFunc(func(o *options) { o.dial = dial })
}

// WithBatchSize sends no more than n objects in one request. 0, the default,
// sends all objects of a call in one, as a server does.
func WithBatchSize(n int) Option {
	return optionFunc(func(o *options) { o.batch = n })
}

// WithMaxResponseBytes refuses answers of more than n bytes; the default is
// 64 MiB.
func WithMaxResponseBytes(n int64) Option {
	return optionFunc(func(o *options) { o.limit = n })
}

// WithTimeout ends a request after d, retries included. The default is the
// server's, 30 seconds. The webhook is told in the parameter timeout of the URL.
// 0 leaves the time to the context.
func WithTimeout(d time.Duration) Option {
	return optionFunc(func(o *options) { o.timeout = d })
}

// WithUIDs makes up the UID of each request with uid. The default is a random
// UUID.
func WithUIDs(uid func() string) Option {
	return optionFunc(func(o *options) { o.uid = uid })
}

// randomUID is a UUID of version 4.
func randomUID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
