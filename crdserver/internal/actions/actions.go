// Package actions answers requests for resources whose objects are not stored, and for subresources with
// rules of their own: reviews, tokens, bindings, evictions, approvals, the finalizers of namespaces, and parts of pods.
//
// Nothing enforces RBAC, and so every review of access says yes, with this reason. Work of other components, such as
// exec and log, is not done here.
package actions

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/seed95800270/crdschema/crdserver/internal/builtin"
	"github.com/seed95800270/crdschema/crdserver/internal/namespaces"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/crdserver/internal/tokens"
	"github.com/seed95800270/crdschema/crdserver/internal/user"
	"github.com/seed95800270/crdschema/httpapi"
)

// Actions answers requests. Its fields do not change.
type Actions struct {
	Verbs      *rest.Verbs
	BuiltIn    *builtin.Kinds
	Namespaces *namespaces.Namespaces
	Tokens     *tokens.Tokens
	NewUID     func() string
	// Known returns the user of a bearer token that is not a service account's.
	Known func(token string) (user.Info, bool)
}

// call is a request to an action.
type call struct {
	*Actions
	path    httpapi.Path
	body    map[string]any
	options httpapi.WriteOptions
}

// action is what answers the requests for a resource.
type action struct {
	verb   string
	expect rest.Body
	do     func(ctx context.Context, c *call) (rest.Outcome, error)
}

const (
	authentication = "authentication.k8s.io/v1"
	authorization  = "authorization.k8s.io/v1"
)

// all are the actions by group and resource.
var all = map[string]action{
	"/pods/binding":                                  {"create", rest.Body{APIVersion: "v1", Kind: "Binding"}, bind},
	"/bindings":                                      {"create", rest.Body{APIVersion: "v1", Kind: "Binding"}, bind},
	"/pods/eviction":                                 {"create", rest.Body{APIVersion: "policy/v1", Kind: "Eviction"}, evict},
	"/serviceaccounts/token":                         {"create", rest.Body{APIVersion: authentication, Kind: "TokenRequest"}, requestToken},
	"/namespaces/finalize":                           {"update", rest.Body{APIVersion: "v1", Kind: "Namespace"}, finalize},
	"authentication.k8s.io/selfsubjectreviews":       {"create", rest.Body{APIVersion: authentication, Kind: "SelfSubjectReview"}, reviewSelf},
	"authentication.k8s.io/tokenreviews":             {"create", rest.Body{APIVersion: authentication, Kind: "TokenReview"}, reviewToken},
	"authorization.k8s.io/subjectaccessreviews":      {"create", rest.Body{APIVersion: authorization, Kind: "SubjectAccessReview"}, reviewAccess},
	"authorization.k8s.io/selfsubjectaccessreviews":  {"create", rest.Body{APIVersion: authorization, Kind: "SelfSubjectAccessReview"}, reviewAccess},
	"authorization.k8s.io/localsubjectaccessreviews": {"create", rest.Body{APIVersion: authorization, Kind: "LocalSubjectAccessReview"}, reviewAccess},
	"authorization.k8s.io/selfsubjectrulesreviews":   {"create", rest.Body{APIVersion: authorization, Kind: "SelfSubjectRulesReview"}, reviewRules},
}

// Serve answers a request for a resource of a group, "pods" or "pods/binding", and reports whether there is an action
// for it.
func (a *Actions) Serve(w http.ResponseWriter, r *http.Request, path httpapi.Path) bool {
	name := path.Group + "/" + path.Resource
	if path.Subresource != "" {
		name += "/" + path.Subresource
	}
	found, ok := all[name]
	if !ok || found.verb != path.Verb {
		return false
	}
	a.Verbs.Act(w, r, found.expect, func(ctx context.Context, body map[string]any, options httpapi.WriteOptions) (rest.Outcome, error) {
		text, err := json.Marshal(body)
		if err != nil {
			return rest.Outcome{}, err
		}
		if refused := builtin.CheckTypes(text, found.expect.APIVersion, found.expect.Kind); refused != nil {
			return rest.Outcome{}, refused
		}
		return found.do(ctx, &call{Actions: a, path: path, body: body, options: options})
	})
	return true
}

// kind returns a built-in kind.
func (a *Actions) kind(ctx context.Context, group, version, resource string) (rest.Kind, error) {
	opened, err := a.BuiltIn.Open(ctx, group, resource)
	if err != nil {
		return nil, err
	}
	v, _ := opened.Definition.Definition.Version(version)
	return opened.Kind(v), nil
}

// get returns a stored object of a kind.
func get(kind rest.Kind, namespace, name string) (*store.Object, error) {
	key := name
	if namespace != "" {
		key = namespace + "/" + name
	}
	obj, _ := kind.Table().Get(key)
	if obj == nil {
		return nil, kind.NotFound(namespace, name)
	}
	return obj, nil
}

// change writes what edit makes of a stored object, unless it is a dry run.
func (c *call) change(ctx context.Context, kind rest.Kind, name string, edit func(old map[string]any) (map[string]any, error)) (map[string]any, error) {
	for {
		old, err := get(kind, c.path.Namespace, name)
		if err != nil {
			return nil, err
		}
		edited, err := edit(old.Value)
		if err != nil {
			return nil, err
		}
		out := rest.Outcome{Stored: edited, Object: edited, DryRun: c.options.DryRun}
		if err = rest.Commit(ctx, kind, &out, old.Key, old); !errors.Is(err, store.ErrConflict) {
			return out.Object, err
		}
	}
}

// success returns the answer of actions without an object.
func success() rest.Outcome {
	return rest.Outcome{Code: http.StatusCreated, Object: map[string]any{"kind": "Status", "apiVersion": "v1", "metadata": map[string]any{},
		"status": "Success", "code": int64(http.StatusCreated)}}
}

// answered returns the body with a status, and with nothing else in the metadata than given.
func (c *call) answered(expect string, kind string, metadata, state map[string]any) rest.Outcome {
	out := map[string]any{"apiVersion": expect, "kind": kind, "metadata": metadata, "status": state}
	if spec := c.body["spec"]; spec != nil {
		out["spec"] = spec
	}
	return rest.Outcome{Code: http.StatusCreated, Object: out}
}
