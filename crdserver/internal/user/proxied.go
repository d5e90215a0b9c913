package user

import (
	"net/http"
	"slices"
	"strings"
)

// Proxied returns the user that a front proxy names in the headers of a request, and whether it names one. The
// caller knows that a front proxy has sent them.
//
// Rule: k8s.io/apiserver/pkg/authentication/request/headerrequest, requestHeaderAuthRequestHandler.AuthenticateRequest.
func Proxied(h http.Header) (u Info, found bool) {
	u = Info{Name: h.Get("X-Remote-User"), UID: h.Get("X-Remote-Uid"), Groups: slices.Clone(h.Values("X-Remote-Group"))}
	if u.Name == "" {
		return Info{}, false
	}
	for name, values := range h {
		encoded, isExtra := strings.CutPrefix(name, "X-Remote-Extra-")
		if !isExtra || len(values) == 0 {
			continue
		}
		if u.Extra == nil {
			u.Extra = map[string][]string{}
		}
		key := extraKey(encoded)
		u.Extra[key] = append(u.Extra[key], values...)
	}
	if u.Name == Anonymous || slices.Contains(u.Groups, Unauthenticated) {
		return u, true
	}
	return u.InGroup(Authenticated), true
}
