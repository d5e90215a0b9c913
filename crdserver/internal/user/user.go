// Package user says who sends a request: the user of a certificate or token, or the one that the headers of
// impersonation name ([Impersonated]). A handler finds the user in the context of its request ([From]).
//
// Nobody enforces what a user may do.
package user

import (
	"context"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"slices"
)

// Names and groups that servers give.
const (
	Anonymous       = "system:anonymous"
	Authenticated   = "system:authenticated"
	Unauthenticated = "system:unauthenticated"
)

// Info is a user, the UserInfo of authentication.k8s.io. It does not change.
type Info struct {
	Name, UID string
	Groups    []string
	Extra     map[string][]string
}

// Object returns the user as a UserInfo of authentication.k8s.io/v1. Empty fields are absent.
func (u Info) Object() map[string]any {
	out := map[string]any{}
	for name, text := range map[string]string{"username": u.Name, "uid": u.UID} {
		if text != "" {
			out[name] = text
		}
	}
	if len(u.Groups) > 0 {
		out["groups"] = untyped.ListOf(u.Groups)
	}
	if len(u.Extra) > 0 {
		extra := map[string]any{}
		for name, values := range u.Extra {
			extra[name] = untyped.ListOf(values)
		}
		out["extra"] = extra
	}
	return out
}

// With returns the context of a request of a user.
func With(ctx context.Context, u Info) context.Context { return context.WithValue(ctx, key{}, u) }

// From returns the user of a request, the anonymous one if the context has none.
func From(ctx context.Context) Info {
	if u, found := ctx.Value(key{}).(Info); found {
		return u
	}
	return Info{Name: Anonymous, Groups: []string{Unauthenticated}}
}

type key struct{}

// InGroup returns the user with one more group, unless it has the group already.
func (u Info) InGroup(group string) Info {
	if !slices.Contains(u.Groups, group) {
		u.Groups = append(slices.Clip(u.Groups), group)
	}
	return u
}
