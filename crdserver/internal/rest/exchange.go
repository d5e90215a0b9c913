package rest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/admission"
	"github.com/seed95800270/crdschema/crdserver/internal/protobuf"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/status"
)

// Verbs carries out requests. Its fields do not change.
type Verbs struct {
	// Store has the tables of all kinds.
	Store *store.Store
	// Hooks are the webhooks.
	Hooks *admission.Hooks
	// NewUID returns the uid of a new object, and NewSuffix a suffix for metadata.generateName.
	NewUID, NewSuffix func() string
	// BookmarkInterval is the time between bookmarks.
	BookmarkInterval time.Duration
	// WriteTimeout limits the time in which a client must take a part of an answer.
	WriteTimeout time.Duration
}

// exchange is one request with its answer.
type exchange struct {
	*Verbs
	answer
	ctx   context.Context
	kind  Kind
	path  httpapi.Path
	query url.Values
}

// Serve answers a request for a kind. The path is one that the kind has (httpapi.Path.Find).
func (v *Verbs) Serve(w http.ResponseWriter, r *http.Request, kind Kind, path httpapi.Path) {
	x := &exchange{Verbs: v, answer: v.newAnswer(w, r), ctx: r.Context(), kind: kind, path: path, query: r.URL.Query()}
	if err := x.run(); err != nil {
		x.fail(err)
	}
}

func (x *exchange) run() error {
	switch x.path.Verb {
	case "get":
		return x.get()
	case "list":
		return x.list()
	case "watch":
		return x.watch()
	case "create":
		return x.create()
	case "update":
		return x.update()
	case "patch":
		return x.patch()
	case "delete":
		return x.delete()
	case "deletecollection":
		return x.deleteCollection()
	}
	return status.MethodNotRouted()
}

// fail answers with the Status of an error. Before a decision, the warnings are the kind's.
func (x *exchange) fail(err error) {
	x.w.Header().Del("Warning") // of an answer that cannot be written
	x.warn(x.kind.Warnings())
	x.reject(statusOf(err))
}

// statusOf returns the Status of an error: the server's own answer, or an internal error.
func statusOf(err error) *crdschema.Status {
	if s := crdschema.StatusOf(err); s != nil {
		return s
	}
	if errors.Is(err, store.ErrDropped) {
		return status.NotServed()
	}
	return status.Internal(err.Error())
}

// key returns the key of an object in the table.
func key(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + "/" + name
}

// accept negotiates the media type of the answer.
func (x *exchange) accept() error {
	var refused *crdschema.Status
	x.media, refused = Accept(x.r, httpapi.ParseAccept)
	return refused.Err()
}

// Accept negotiates a media type that is written. If there is none, the Status has the words of a server: it
// also writes protobuf.
func Accept(r *http.Request, parse func(header string, written ...string) (httpapi.MediaType, *crdschema.Status)) (httpapi.MediaType, *crdschema.Status) {
	header := r.Header.Get("Accept")
	media, refused := parse(header, httpapi.JSON, httpapi.YAML)
	if refused != nil {
		if _, other := parse(header); other != nil {
			refused = other
		}
	}
	return media, refused
}

// body reads the body of the request, at most what a server reads. Protobuf becomes JSON.
func (x *exchange) body() ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(x.r.Body, httpapi.MaxBodyBytes+1))
	if err != nil {
		return nil, status.BadRequest(err.Error())
	}
	_ = http.NewResponseController(x.w).SetReadDeadline(time.Time{}) // the whole body is here
	if refused := httpapi.CheckSize(len(body)); refused != nil {
		return nil, refused
	}
	if x.isProtobuf() && len(body) > 0 {
		if body, err = protobuf.JSON(body); err != nil {
			return nil, status.BadRequest(err.Error())
		}
	}
	return body, nil
}

// contentType returns the Content-Type of the body as it is read.
func (x *exchange) contentType() string {
	if x.isProtobuf() {
		return httpapi.JSON
	}
	return x.r.Header.Get("Content-Type")
}

func (x *exchange) isProtobuf() bool {
	return x.kind.ReadsProtobuf() && protobuf.Is(x.r.Header.Get("Content-Type"))
}

// stored returns the stored object in the URL, or nil.
func (x *exchange) stored() (*store.Object, map[string]any) {
	obj, _ := x.kind.Table().Get(key(x.path.Namespace, x.path.Name))
	if obj == nil {
		return nil, nil
	}
	return obj, obj.Value
}
