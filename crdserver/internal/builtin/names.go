package builtin

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"maps"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/httpapi"
)

// alias is the prefix of a name in place of one that custom resources cannot have, while the object is
// validated as one: "system:admin" is a valid name of a role.
//
// Rule: k8s.io/kubernetes/pkg/apis/rbac/validation, ValidateRBACName.
const alias = "crdserver-alias-"

// rename gives a new object of RBAC an alias if its name demands one.
func (r *Resource) rename(ctx context.Context, w rest.Write) (rest.Write, error) {
	isNew := w.Operation == crdschema.Create || w.Operation == crdschema.Patch && w.Old == nil
	if !isNew || !strings.HasSuffix(string(r.behavior), ".rbac.authorization.k8s.io") {
		return w, nil
	}
	docs, err := document.DecodeYAML(ctx, w.Body)
	if err != nil || len(docs) == 0 {
		return w, ctx.Err() // whoever admits the object says so
	}
	out, meta := maps.Clone(docs[0].Object), maps.Clone(untyped.Object(docs[0].Object, "metadata"))
	name := untyped.Text(meta, "name")
	if !strings.ContainsFunc(name, demandsAlias) || strings.ContainsAny(name, "/%") {
		return w, nil
	}
	meta["name"] = alias + hex.EncodeToString([]byte(name))
	if out["metadata"] = meta; w.Name == name {
		w.Name = untyped.Text(meta, "name")
	}
	if w.Operation == crdschema.Create {
		w.ContentType = httpapi.JSON
	}
	w.Body, err = json.Marshal(out)
	return w, err
}

func demandsAlias(c rune) bool {
	return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '.'
}

// named returns the metadata with the name in place of its alias.
func named(meta map[string]any) map[string]any {
	encoded, found := strings.CutPrefix(untyped.Text(meta, "name"), alias)
	name, err := hex.DecodeString(encoded)
	if !found || err != nil {
		return meta
	}
	out := maps.Clone(meta)
	out["name"] = string(name)
	return out
}
