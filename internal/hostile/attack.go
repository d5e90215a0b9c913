package hostile

import (
	"bufio"
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// Client sends one request.
type Client struct {
	// Name says what it does.
	Name string
	// Status is what a handler has to answer. It is 0 if the client does not wait for it.
	Status int
	send   func(*sender)
}

type sender struct {
	net.Conn
	end func() // ends the contexts of all requests
}

func (s *sender) write(text string) bool {
	_, err := io.WriteString(s.Conn, text)
	return err == nil
}

func (s *sender) repeat(text string) {
	for s.write(text) {
	}
}

// soon ends the context a little later.
func (s *sender) soon() { time.AfterFunc(30*time.Millisecond, s.end) }

// Outcome is the result of an attack.
type Outcome struct {
	// Status is the status of the answer, or 0 without an answer.
	Status int
	// Text is the beginning of the answer.
	Text string
	// Read is the number of bytes that the server has read.
	Read int64
	// Ended reports whether the handler has returned.
	Ended bool
	// Late is how long after the end of the context the handler has returned.
	Late time.Duration
}

// watchdog ends an attack on a handler that hangs.
const watchdog = 30 * time.Second

type attack struct {
	handler http.Handler
	closed  chan struct{} // when the server has closed the connection, after the handler
	read    atomic.Int64
	ended   atomic.Int64 // when the context ended
	late    atomic.Int64
}

func (a *attack) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.handler.ServeHTTP(w, r)
	if at := a.ended.Load(); at > 0 {
		a.late.Store(time.Now().UnixNano() - at)
	}
}

// Attack serves the request of c with a handler. The client decides when the context of
// the request ends.
func (c Client) Attack(h http.Handler) (Outcome, error) {
	ctx, cancel := context.WithTimeout(context.Background(), watchdog)
	defer cancel()
	a := &attack{handler: h, closed: make(chan struct{})}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return Outcome{}, err
	}
	server := &http.Server{
		Handler:     a,
		ErrorLog:    log.New(io.Discard, "", 0),
		BaseContext: func(net.Listener) context.Context { return ctx },
		ConnState:   a.connState,
	}
	go server.Serve(counting{l, &a.read})
	defer server.Close()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		return Outcome{}, err
	}
	defer conn.Close()
	out := c.exchange(conn, func() { a.ended.CompareAndSwap(0, time.Now().UnixNano()); cancel() })
	conn.Close()
	out.Ended = a.wait()
	out.Read, out.Late = a.read.Load(), time.Duration(a.late.Load())
	return out, nil
}

// exchange sends the request and reads the answer while it does.
func (c Client) exchange(conn net.Conn, end func()) (out Outcome) {
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		c.send(&sender{conn, end})
	}()
	if c.Status != 0 {
		_ = conn.SetReadDeadline(time.Now().Add(watchdog))
		out.Status, out.Text = answerOf(conn)
		conn.Close()
	}
	<-sent
	return out
}

// answerOf returns the first answer that is not informational.
func answerOf(conn net.Conn) (status int, text string) {
	in := bufio.NewReader(conn)
	for {
		r, err := http.ReadResponse(in, nil)
		if err != nil {
			return 0, err.Error()
		}
		if r.StatusCode >= 200 {
			body, _ := io.ReadAll(io.LimitReader(r.Body, 1<<10))
			return r.StatusCode, string(body)
		}
	}
}

// connState closes the channel of attack when the server has closed the only connection.
func (a *attack) connState(_ net.Conn, state http.ConnState) {
	if state == http.StateClosed {
		close(a.closed)
	}
}

// wait reports whether the server has closed the connection. It does when the handler has
// returned. A handler may begin only after the client has hung up.
func (a *attack) wait() bool {
	select {
	case <-a.closed:
		return true
	case <-time.After(watchdog + 5*time.Second):
		return false
	}
}

type counting struct {
	net.Listener
	read *atomic.Int64
}

func (l counting) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return Counted{conn, l.read}, err
}
