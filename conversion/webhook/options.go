package webhook

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Option configures a [Client].
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

// WithTransport sends requests with t. It must verify certificates itself: the caBundle is not
// used. Close does not affect it.
func WithTransport(t http.RoundTripper) Option {
	return optionFunc(func(o *options) { o.transport = t })
}

// WithDialer opens connections with dial, for example to resolve the address of a service or
// use an egress proxy. The address is "host:port", for a service "NAME.NAMESPACE.svc:PORT".
// The certificate must have that name in any case.
func WithDialer(dial DialFunc) Option {
	return optionFunc(func(o *options) { o.dial = dial })
}

// WithBatchSize sends at most n objects in one request, by default (0) all objects of a call,
// as the server does.
func WithBatchSize(n int) Option {
	return optionFunc(func(o *options) { o.batch = n })
}

// WithMaxResponseBytes rejects answers of more than n bytes, by default 64 MiB. An answer of a
// hostile webhook can take some 30 times as much memory: set n to a few times the size of the
// converted objects if you do not trust the webhook.
func WithMaxResponseBytes(n int64) Option {
	return optionFunc(func(o *options) { o.limit = n })
}

// WithTimeout limits a request, including retries, to d. The default is the server's, 30
// seconds. The URL has the limit as its parameter timeout. With 0 only the context limits the
// request.
func WithTimeout(d time.Duration) Option {
	return optionFunc(func(o *options) { o.timeout = d })
}

// WithUIDs generates the UID of each request with uid instead of a random UUID.
func WithUIDs(uid func() string) Option {
	return optionFunc(func(o *options) { o.uid = uid })
}

func randomUID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
