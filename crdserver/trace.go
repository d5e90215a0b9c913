package crdserver

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"time"
)

// maxTraced is the number of bytes of a body in a trace.
const maxTraced = 1 << 20

// Exchange is a request with its answer.
type Exchange struct {
	// Start is when the head of the request was read, and Duration how long the answer took. The duration
	// of a watch ends with it. In JSON it is in nanoseconds.
	Start    time.Time     `json:"start"`
	Duration time.Duration `json:"duration"`
	Method   string        `json:"method"`
	// URL is the path with its parameters.
	URL string `json:"url"`
	// Header is the header of the request, without its credentials.
	Header http.Header `json:"header"`
	// Request and Answer are the bodies, as far as they were read and written, and at most 1 MiB of each.
	Request []byte `json:"request,omitempty"`
	Answer  []byte `json:"answer,omitempty"`
	// Code is the code of the answer, or 0 if the client got none.
	Code int `json:"code"`
	// Fault is the fault that concerned the request, or nil.
	Fault *Fault `json:"fault,omitempty"`
}

// WithTrace calls a function after each request, also of a client without credentials. It may be called
// from several goroutines at once, and the request ends when it returns. The function owns the Exchange. A
// nil function traces nothing.
func WithTrace(trace func(Exchange)) Option {
	return option(func(c *config) { c.trace = trace })
}

// traced returns a handler that calls trace after each request.
func traced(trace func(Exchange), next http.Handler) http.Handler {
	if trace == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &Exchange{Start: time.Now(), Method: r.Method, URL: r.URL.RequestURI(), Header: r.Header.Clone()}
		x.Header.Del("Authorization")
		to := &recorder{ResponseWriter: w, exchange: x}
		from := &recordedBody{ReadCloser: r.Body}
		r.Body = from
		defer func() { // also if the connection is broken on request
			x.Duration, x.Request, x.Answer = time.Since(x.Start), from.text.Bytes(), decompressed(w.Header(), to.text.Bytes())
			trace(*x)
		}()
		next.ServeHTTP(to, r)
	})
}

// decompressed returns an answer as it was before it was compressed, at most [maxTraced] bytes of it.
func decompressed(h http.Header, text []byte) []byte {
	if h.Get("Content-Encoding") != "gzip" {
		return text
	}
	var out bytes.Buffer
	if from, err := gzip.NewReader(bytes.NewReader(text)); err == nil {
		_, _ = io.Copy(&out, io.LimitReader(from, maxTraced)) // the end may be missing
	}
	return out.Bytes()
}

// recorder records an answer.
type recorder struct {
	http.ResponseWriter
	exchange *Exchange
	text     bytes.Buffer
}

func (r *recorder) WriteHeader(code int) {
	if r.exchange.Code == 0 {
		r.exchange.Code = code
	}
	r.ResponseWriter.WriteHeader(code)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.exchange.Code == 0 {
		r.exchange.Code = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(p)
	record(&r.text, p[:n])
	return n, err
}

// Unwrap returns the writer for http.ResponseController.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// recordedBody records the body of a request while it is read.
type recordedBody struct {
	io.ReadCloser
	text bytes.Buffer
}

func (b *recordedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	record(&b.text, p[:n])
	return n, err
}

func record(to *bytes.Buffer, text []byte) { to.Write(text[:min(len(text), maxTraced-to.Len())]) }

// noteFault notes the fault of a request in its trace.
func noteFault(w http.ResponseWriter, f Fault) {
	if r, isTraced := w.(*recorder); isTraced {
		r.exchange.Fault = &f
	}
}
