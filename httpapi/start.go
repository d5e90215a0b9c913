package httpapi

import (
	"encoding/base64"
	"encoding/json"
	"path"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/status"
)

// Start says where a list or watch begins.
type Start struct {
	// Revision is the revision in the resourceVersion or the token: 0 for the latest one, or for
	// any, and negative if the token says that it does not matter. A resourceVersion of more than
	// 63 bits overflows to a negative one, as on the server.
	Revision int64
	// Key is the first key of the list without the prefix that all keys of the collection in the
	// URL have: "a\x00" in one namespace or for a cluster-scoped kind, "default/a\x00" in all
	// namespaces. It is empty for the beginning. A field selector that demands one
	// metadata.namespace counts as a namespace in the URL.
	Key string
}

// Start returns where a list or watch begins, or a Status: 400 for a malformed token or
// resourceVersion of a list, or for both parameters together, and 500 for a malformed
// resourceVersion of a watch. A watch ignores tokens.
//
// Rules: k8s.io/apiserver/pkg/storage, ValidateListOptions, DecodeContinue.
func (o *ListOptions) Start() (Start, *crdschema.Status) {
	if o.Continue != "" && !o.Watch {
		start, err := parseToken(o.Continue)
		switch {
		case err != "":
			return Start{}, status.BadRequest("invalid continue token: " + err)
		case o.ResourceVersion != "" && o.ResourceVersion != "0":
			return Start{}, status.BadRequest("specifying resource version is not allowed when using continue")
		}
		return start, nil
	}
	revision, err := parseRevision(o.ResourceVersion)
	switch {
	case err != nil && o.Watch:
		return Start{}, malformedRevision(err)
	case err != nil:
		return Start{}, status.BadRequest("invalid resource version: " + err.Error())
	}
	return Start{Revision: int64(revision)}, nil
}

// continueToken is the JSON of a token. Decoding errors print its name.
type continueToken struct {
	APIVersion      string `json:"v"`
	ResourceVersion int64  `json:"rv"`
	StartKey        string `json:"start"`
}

const tokenVersion = "meta.k8s.io/v1"

// Token returns the token for metadata.continue of an answer, to continue the list
// from s: after the object a, the Key is "a\x00". In the token, a key begins with a slash.
//
// Rule: k8s.io/apiserver/pkg/storage, EncodeContinue.
func (s Start) Token() string {
	key := s.Key
	if key != "" {
		key = "/" + strings.TrimPrefix(key, "/")
	}
	text, _ := json.Marshal(continueToken{tokenVersion, s.Revision, key}) // strings and numbers are always JSON
	return base64.RawURLEncoding.EncodeToString(text)
}

func parseToken(text string) (Start, string) {
	const invalid = "continue key is not valid: "
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return Start{}, invalid + err.Error()
	}
	var t continueToken
	if err := json.Unmarshal(data, &t); err != nil {
		return Start{}, invalid + strings.Replace(err.Error(), "type httpapi.", "type storage.", 1)
	}
	key := "/" + strings.TrimPrefix(t.StartKey, "/")
	switch {
	case t.APIVersion != tokenVersion:
		return Start{}, invalid + "server does not recognize this encoded version " + t.APIVersion
	case t.ResourceVersion == 0:
		return Start{}, invalid + "incorrect encoded start resourceVersion (version meta.k8s.io/v1)"
	case t.StartKey == "":
		return Start{}, invalid + "encoded start key empty (version meta.k8s.io/v1)"
	case path.Clean(key) != key:
		return Start{}, invalid + t.StartKey
	}
	return Start{t.ResourceVersion, key[1:]}, ""
}
