package user

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/status"
)

// The headers of impersonation.
const (
	userHeader  = "Impersonate-User"
	groupHeader = "Impersonate-Group"
	uidHeader   = "Impersonate-Uid"
	extraPrefix = "Impersonate-Extra-"
)

// Impersonated returns the user that the headers of a request name, and whether they name one. The Status
// (400) is about headers without a name.
//
// Rule: k8s.io/apiserver/pkg/endpoints/filters/impersonation, WithConstrainedImpersonation.
func Impersonated(h http.Header) (wanted Info, found bool, refused *crdschema.Status) {
	wanted = Info{Name: h.Get(userHeader), UID: h.Get(uidHeader), Groups: slices.Clone(h[groupHeader])}
	extra := false
	for name, values := range h {
		encoded, isExtra := strings.CutPrefix(name, extraPrefix)
		if extra = extra || isExtra; !isExtra || len(values) == 0 {
			continue
		}
		if wanted.Extra == nil {
			wanted.Extra = map[string][]string{}
		}
		key := extraKey(encoded)
		wanted.Extra[key] = append(wanted.Extra[key], values...)
	}
	switch {
	case wanted.Name != "":
		return wanted.complete(), true, nil
	case extra || wanted.UID != "" || len(wanted.Groups) > 0:
		return Info{}, false, status.BadRequest(fmt.Sprintf("requested &user.DefaultInfo{Name:%#v, UID:%#v, Groups:%#v, Extra:%#v} "+
			"without impersonating a user name", wanted.Name, wanted.UID, wanted.Groups, wanted.Extra))
	}
	return Info{}, false, nil
}

func extraKey(encoded string) string {
	encoded = strings.ToLower(encoded)
	if key, err := url.PathUnescape(encoded); err == nil {
		return key
	}
	return encoded
}

// complete returns the user with the groups that a server adds.
func (u Info) complete() Info {
	if len(u.Groups) == 0 {
		u.Groups = u.ownGroups()
	}
	switch {
	case u.Name == Anonymous:
		return u.InGroup(Unauthenticated)
	case slices.Contains(u.Groups, Unauthenticated):
		return u
	}
	return u.InGroup(Authenticated)
}

// ownGroups returns the groups that a service account or a node has by its name.
func (u Info) ownGroups() []string {
	if account, found := strings.CutPrefix(u.Name, "system:serviceaccount:"); found {
		if namespace, name, ok := strings.Cut(account, ":"); ok && namespace != "" && name != "" && !strings.Contains(name, ":") {
			return []string{"system:serviceaccounts", "system:serviceaccounts:" + namespace}
		}
	}
	if node, found := strings.CutPrefix(u.Name, "system:node:"); found && node != "" && u.UID == "" && len(u.Extra) == 0 {
		return []string{"system:nodes"}
	}
	return nil
}

// RemoveHeaders removes the headers of impersonation.
func RemoveHeaders(h http.Header) {
	for name := range h {
		if name == userHeader || name == groupHeader || name == uidHeader || strings.HasPrefix(name, extraPrefix) {
			h.Del(name)
		}
	}
}
