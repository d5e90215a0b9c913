package crdserver

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/access"
	"github.com/seed95800270/crdschema/crdserver/internal/actions"
	"github.com/seed95800270/crdschema/crdserver/internal/admission"
	"github.com/seed95800270/crdschema/crdserver/internal/builtin"
	"github.com/seed95800270/crdschema/crdserver/internal/crds"
	"github.com/seed95800270/crdschema/crdserver/internal/discovery"
	"github.com/seed95800270/crdschema/crdserver/internal/namespaces"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/routes"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/crdserver/internal/tokens"
	"github.com/seed95800270/crdschema/crdserver/internal/user"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/status"
)

// newRouter returns the handler of a server for the objects of a store, with its CRDs.
func newRouter(ctx context.Context, c config, objects *store.Store) (*routes.Router, error) {
	compiler := crdschema.NewCompiler()
	spaces, err := namespaces.New(ctx, objects, compiler, newUID)
	if err != nil {
		return nil, err
	}
	controller := crds.New(crds.Config{
		Store: objects, Compiler: compiler, Converters: c.converters, CheckNew: spaces.CheckNew, NewUID: newUID,
	})
	verbs := &rest.Verbs{
		Hooks: admission.New(admission.NewTables(objects), newUID), Store: objects, NewUID: newUID, NewSuffix: newSuffix, BookmarkInterval: c.bookmarks,
		WriteTimeout: c.timeout,
	}
	kinds := builtin.New(builtin.Config{Store: objects, Compiler: compiler, CheckNew: spaces.CheckNew})
	out := &routes.Router{Verbs: verbs, CRDs: controller, Namespaces: spaces, BuiltIn: kinds, Documents: &discovery.Documents{Verbs: verbs, CRDs: controller}}
	out.Actions = &actions.Actions{Verbs: verbs, BuiltIn: kinds, Namespaces: spaces, Tokens: newTokens(objects), NewUID: newUID}
	if err := restore(ctx, objects, controller); err != nil {
		return nil, err
	}
	if err := kinds.CreateInitial(ctx, newUID); err != nil {
		return nil, fmt.Errorf("crdserver: %w", err)
	}
	return out, create(ctx, controller, c)
}

// create creates the CRDs of the options.
func create(ctx context.Context, controller *crds.Controller, c config) error {
	for i, text := range c.manifests {
		docs, err := document.DecodeYAML(ctx, text)
		if err != nil {
			return fmt.Errorf("crdserver: text %d: %w", i, err)
		}
		for _, doc := range docs {
			c.crds = append(c.crds, doc.Object)
		}
	}
	for _, crd := range c.crds {
		if err := controller.Create(ctx, crd); err != nil {
			return fmt.Errorf("crdserver: %w", err)
		}
	}
	return nil
}

// guard answers unknown clients, says who sends a request, and limits the time for a body.
type guard struct {
	timeout     time.Duration
	credentials *access.Credentials
	tokens      *tokens.Tokens
	verbs       *rest.Verbs
	next        http.Handler
}

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Audit-Id", newUID())
	if r.ContentLength != 0 { // whoever reads the body lifts the limit
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(g.timeout))
	}
	sender, known := g.sender(r)
	if !known && !public(r.URL.Path) {
		g.verbs.Deny(w, r, status.Unauthorized())
		return
	}
	if known {
		impersonated, found, refused := user.Impersonated(r.Header)
		if refused != nil {
			g.verbs.Deny(w, r, refused)
			return
		}
		if found {
			sender = impersonated
			user.RemoveHeaders(r.Header)
		}
		r = r.WithContext(user.With(r.Context(), sender))
	}
	g.next.ServeHTTP(w, r)
}

// sender returns the user who sends a request: with a certificate, or with a token.
func (g *guard) sender(r *http.Request) (user.Info, bool) {
	if sender, known := g.credentials.User(r); known {
		return sender, true
	}
	token, found := access.Bearer(r.Header)
	if !found {
		return user.Info{}, false
	}
	sender, _, err := g.tokens.User(token, tokens.Issuer)
	return sender, err == nil
}

// newTokens returns the tokens of the service accounts in a store.
func newTokens(objects *store.Store) *tokens.Tokens {
	return tokens.New(func(namespace, name string) string {
		account, _ := objects.Table("serviceaccounts.").Get(namespace + "/" + name)
		if account == nil {
			return ""
		}
		meta, _ := account.Value["metadata"].(map[string]any)
		uid, _ := meta["uid"].(string)
		return uid
	})
}

// public reports whether a path is for everybody.
func public(path string) bool {
	root, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return root == "healthz" || root == "livez" || root == "readyz" || root == "version"
}

// newUID returns a random UUID.
func newUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// newSuffix returns what follows metadata.generateName.
//
// Rule: k8s.io/apimachinery/pkg/util/rand, String.
func newSuffix() string {
	const letters = "bcdfghjklmnpqrstvwxz2456789"
	var b [5]byte
	_, _ = rand.Read(b[:]) // it never fails
	for i := range b {
		b[i] = letters[int(b[i])%len(letters)]
	}
	return string(b[:])
}
