package rest

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/httpapi"
)

// answer writes the answer to a request.
type answer struct {
	w       http.ResponseWriter
	r       *http.Request
	media   httpapi.MediaType
	timeout time.Duration
	store   *store.Store
}

func (v *Verbs) newAnswer(w http.ResponseWriter, r *http.Request) answer {
	return answer{w: w, r: r, timeout: v.WriteTimeout, store: v.Store}
}

// Reject answers a request with a Status.
func (v *Verbs) Reject(w http.ResponseWriter, r *http.Request, s *crdschema.Status) {
	a := v.newAnswer(w, r)
	a.reject(s)
}

// Deny answers a request for which nothing was read, so that it does not wait for the disk.
func (v *Verbs) Deny(w http.ResponseWriter, r *http.Request, s *crdschema.Status) {
	a := v.newAnswer(w, r)
	a.store = nil
	a.reject(s)
}

// Refuse answers a request without a handler. The Rejection may be plain text.
func (v *Verbs) Refuse(w http.ResponseWriter, r *http.Request, refused *httpapi.Rejection) {
	if refused.Status != nil {
		v.Reject(w, r, refused.Status)
		return
	}
	if err := v.Store.SyncAll(); err != nil {
		v.Reject(w, r, statusOf(err))
		return
	}
	http.Error(w, strings.TrimSuffix(refused.Text, "\n"), refused.Code)
}

// Document answers a request with an object in a media type.
func (v *Verbs) Document(w http.ResponseWriter, r *http.Request, media httpapi.MediaType, obj map[string]any) {
	a := v.newAnswer(w, r)
	a.media = media
	a.write(http.StatusOK, obj)
}

// warn adds Warning headers.
func (a *answer) warn(headers []string) {
	for _, header := range headers {
		a.w.Header().Add("Warning", header)
	}
}

func (a *answer) reject(s *crdschema.Status) {
	a.media = httpapi.ParseStatusAccept(a.r.Header.Get("Accept"), httpapi.JSON, httpapi.YAML)
	if s.Details != nil && s.Details.RetryAfterSeconds > 0 {
		a.w.Header().Set("Retry-After", strconv.Itoa(s.Details.RetryAfterSeconds))
	}
	a.write(s.Code, s.Object())
}

// write writes an object as it is. An object that cannot be written is answered with the reason. The client
// learns nothing about a write that a crash can undo.
func (a *answer) write(code int, obj map[string]any) {
	a.media.Pretty = a.media.Pretty || a.media.Indents(a.r.URL.RawQuery, a.r.UserAgent())
	var text []byte
	var err error
	if a.store != nil {
		err = a.store.SyncAll()
	}
	if err == nil {
		text, err = httpapi.Encode(context.WithoutCancel(a.r.Context()), a.media, obj)
	}
	if err != nil {
		s := statusOf(err)
		a.media.Name, code = httpapi.JSON, s.Code
		text, _ = httpapi.Encode(context.Background(), a.media, s.Object())
	}
	if a.w.Header().Get("Content-Type") == "" {
		a.w.Header().Set("Content-Type", a.media.Name)
	}
	a.expire()
	WriteBody(a.w, a.r, code, text)
}

// expire limits the time in which the client must take what is written next.
func (a *answer) expire() {
	_ = http.NewResponseController(a.w).SetWriteDeadline(time.Now().Add(a.timeout)) // not supported in tests without a network
}
