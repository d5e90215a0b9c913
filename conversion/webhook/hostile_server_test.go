package webhook_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/internal/hostile"
)

// badWebhook is a webhook that breaks the protocol, sends without end, or does not
// answer.
type badWebhook struct {
	name string
	// serve is called for each connection, after the request has been read over TLS.
	serve func(*peer)
	// raw is called for each connection instead of serve, before TLS begins.
	raw func(*peer)
	// tls changes what the webhook shows in the handshake.
	tls func(a authority, t *testing.T, c *tls.Config)
	// limit is the limit of the answer, 1 MiB by default.
	limit int64
	// want is a part of the error. If it is empty, the context of the call ends it.
	want string
	or   string
}

const (
	watchdog = 30 * time.Second
	// maxRead bounds what a client reads of a hostile webhook: the headers that net/http
	// accepts, 10 MiB, an answer of 1 MiB, and the packets around them.
	maxRead = 12 << 20
)

type peer struct {
	net.Conn
	// end ends the context of the call.
	end func()
	// stopped is closed when the test ends.
	stopped <-chan struct{}
}

func (p *peer) write(text string) bool {
	_, err := io.WriteString(p.Conn, text)
	return err == nil
}

func (p *peer) repeat(text string) {
	text = strings.Repeat(text, 1+4096/len(text))
	for p.write(text) {
	}
}

// slowly writes text byte by byte, and ends the context after the third.
func (p *peer) slowly(text string) {
	for i := range len(text) {
		if i == 3 {
			p.end()
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-p.stopped:
		}
		if !p.write(text[i : i+1]) {
			return
		}
	}
	p.wait()
}

// wait ends the context when the client has probably read everything.
func (p *peer) wait() {
	p.soon()
	_, _ = io.Copy(io.Discard, p.Conn)
}

func (p *peer) soon() { time.AfterFunc(30*time.Millisecond, p.end) }

func (p *peer) reset() {
	conn := p.Conn
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	_ = conn.(*net.TCPConn).SetLinger(0)
	_ = conn.Close()
}

type hostileServer struct {
	badWebhook
	listener net.Listener
	config   *tls.Config
	end      func()
	stopped  chan struct{}
	mu       sync.Mutex
	conns    []net.Conn
	running  sync.WaitGroup
	calls    atomic.Int64
}

func (s *hostileServer) run() {
	defer s.running.Done()
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		s.conns = append(s.conns, conn)
		s.mu.Unlock()
		s.running.Add(1)
		go s.answer(conn)
	}
}

func (s *hostileServer) answer(conn net.Conn) {
	defer s.running.Done()
	defer conn.Close()
	if s.raw != nil {
		s.raw(&peer{conn, s.end, s.stopped})
		return
	}
	secure := tls.Server(conn, s.config)
	requests := bufio.NewReader(secure)
	for {
		r, err := http.ReadRequest(requests)
		if err != nil {
			return
		}
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return
		}
		s.calls.Add(1)
		s.serve(&peer{secure, s.end, s.stopped})
	}
}

// stop closes all connections and waits for all goroutines of the server.
func (s *hostileServer) stop() {
	close(s.stopped)
	s.listener.Close()
	s.mu.Lock()
	for _, c := range s.conns {
		c.Close()
	}
	s.mu.Unlock()
	s.running.Wait()
}

// start runs the webhook with a certificate of a. The function end ends the context of the
// call.
func (h badWebhook) start(t *testing.T, a authority, end func()) *hostileServer {
	cert, key := a.sign(t, &x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}})
	config := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{cert.Raw}, PrivateKey: key}}}
	if h.tls != nil {
		h.tls(a, t, config)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &hostileServer{badWebhook: h, listener: l, config: config, end: end, stopped: make(chan struct{})}
	s.running.Add(1)
	go s.run()
	return s
}

// attack calls the webhook. It fails unless the call returns an error and nothing else, has
// read a bounded number of bytes, and leaves no goroutine. It returns how long after the end
// of the context the call returned.
func (h badWebhook) attack(t *testing.T, a authority) (late time.Duration) {
	if h.limit == 0 {
		h.limit = 1 << 20
	}
	if h.serve == nil {
		h.serve = func(p *peer) { p.Close() }
	}
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithTimeout(context.Background(), watchdog)
	defer cancel()
	var ended atomic.Int64
	s := h.start(t, a, func() { ended.CompareAndSwap(0, time.Now().UnixNano()); cancel() })
	var read atomic.Int64
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return hostile.Counted{Conn: conn, Bytes: &read}, err
	}
	client := a.client(t, "https://"+s.listener.Addr().String(), webhook.WithDialer(dial), webhook.WithTimeout(0), webhook.WithMaxResponseBytes(h.limit))
	err := h.call(ctx, t, client)
	if at := ended.Load(); at > 0 {
		late = time.Since(time.Unix(0, at))
	}
	h.check(t, err)
	if h.limit != unlimited { // else it is as much as arrives before the context ends
		assert.Less(t, read.Load(), int64(maxRead), "bytes read")
	}
	client.Close()
	s.stop()
	hostile.RequireGoroutines(t, before)
	return late
}

func (h badWebhook) call(ctx context.Context, t *testing.T, client *webhook.Client) error {
	result := make(chan error, 1)
	go func() {
		got, err := client.Convert(ctx, things(older, 3), newer)
		if got != nil {
			err = errors.Join(err, fmt.Errorf("%d objects", len(got)))
		}
		result <- err
	}()
	select {
	case err := <-result:
		return err
	case <-time.After(watchdog + 5*time.Second):
		t.Fatal("the call has not returned")
		return nil
	}
}

func (h badWebhook) check(t *testing.T, err error) {
	require.Error(t, err)
	if h.want == "" {
		assert.ErrorIs(t, err, context.Canceled)
		return
	}
	if h.or != "" && strings.Contains(err.Error(), h.or) {
		return
	}
	assert.ErrorContains(t, err, h.want)
}

// TestHostileWebhooks calls webhooks that do everything to keep a client: each call returns
// an error when its context ends, has read a bounded number of bytes, and leaves nothing
// behind. With ATTACK_FULL=1 it prints how late a call returned.
func TestHostileWebhooks(t *testing.T) {
	log.SetOutput(io.Discard) // of net/http
	defer log.SetOutput(os.Stderr)
	a := newAuthority(t)
	for _, table := range [][]badWebhook{hostileStatuses, hostileHeads, hostileBodies(), hostileRetries, hostileConnections, hostileHandshakes} {
		for _, h := range table {
			t.Run(h.name, func(t *testing.T) {
				late := h.attack(t, a)
				if os.Getenv("ATTACK_FULL") != "" && h.want == "" {
					fmt.Printf("lateness webhook client: %s %.1f\n", h.name, float64(max(late, 0).Microseconds())/1000)
				}
			})
		}
	}
}

var unlimited = int64(math.MaxInt64)
