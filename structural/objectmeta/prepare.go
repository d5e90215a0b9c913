package objectmeta

import (
	"time"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// SystemFields are the values that a server gives to a new object. The zero value of a
// field leaves it out.
type SystemFields struct {
	// UID becomes metadata.uid. The server's is a random UUID.
	UID string
	// CreationTimestamp becomes metadata.creationTimestamp, in UTC and with whole
	// seconds.
	CreationTimestamp time.Time
	// NameSuffix is what [GeneratedName] appends to the generateName of an object
	// without a name. If it is empty, the object gets no name, and
	// [ValidateCreate] reports it.
	NameSuffix string
}

// PrepareCreate returns obj, a new object, with the fields of metadata that only the
// server sets: uid and creationTimestamp come from system; deletionTimestamp,
// deletionGracePeriodSeconds and selfLink are removed; an object that has a generateName
// and no name gets the name of [GeneratedName]. Other fields, and metadata that is not an
// object, stay as they are: [PrepareNamespace] sets the namespace, and the strategy of a
// kind the generation, 1 for custom resources.
//
// The result is obj itself if nothing changes, else a copy that shares everything but the
// metadata.
//
// Rules: k8s.io/apiserver/pkg/registry/rest, WipeObjectMetaSystemFields and
// FillObjectMetaSystemFields; k8s.io/apiserver/pkg/registry/generic/registry,
// Store.Create, for the name.
func PrepareCreate(obj map[string]any, system SystemFields) map[string]any {
	meta := metaedit.Edit(obj)
	metaedit.BeforeCreate(&meta, metaedit.SystemFields{
		UID: system.UID, CreationTimestamp: metaedit.Timestamp(system.CreationTimestamp), NameSuffix: system.NameSuffix,
	})
	return meta.Object(obj)
}

// PrepareUpdate returns obj, the replacement of old, with the fields of metadata that an
// update cannot change: the generation of old; its creationTimestamp and
// deletionTimestamp, if it has them; its uid and deletionGracePeriodSeconds, if obj does
// not have them. Other values of these two stay, and [ValidateUpdate] reports them. The
// strategy of a kind increments the generation afterwards, for custom resources if
// anything except metadata changes. The rest is as for [PrepareCreate].
//
// Rule: k8s.io/apiserver/pkg/registry/rest, BeforeUpdate.
func PrepareUpdate(obj, old map[string]any) map[string]any {
	meta, was := metaedit.Edit(obj), metaedit.Edit(old)
	metaedit.PrepareUpdate(&meta, &was, unchanged)
	return meta.Object(obj)
}

// unchanged keeps the generation.
const unchanged = false

// PrepareNamespace returns obj with the namespace of the request: a namespaced object
// without one gets requested, a cluster-scoped object loses the one that it has. If
// requested is empty, a namespaced object stays as it is. The result is obj itself if
// nothing changes, as for [PrepareCreate].
//
// The error is a *structural.Error, Undecodable at metadata.namespace, if that is neither
// empty nor requested; obj is returned with it. Its text is the message of the server's
// Status, 400 (Bad Request): the server checks this first, for updates too, and validates
// nothing after the error.
//
// Rules: k8s.io/apiserver/pkg/registry/rest, ExpectedNamespaceForScope and
// EnsureObjectNamespaceMatchesRequestNamespace.
func PrepareNamespace(obj map[string]any, scope Scope, requested string) (map[string]any, error) {
	meta := metaedit.Edit(obj)
	if !prepareNamespace(&meta, scope, requested) {
		return obj, field.Verbatim(structural.Error{
			Path: metaedit.PathOf("namespace"), Kind: field.Undecodable, Code: codes.MetadataNamespaceMismatch,
			Value: meta.Get("namespace"), Detail: codes.MetadataNamespaceMismatchDetail,
		})
	}
	return meta.Object(obj), nil
}

func prepareNamespace(meta *metaedit.Editor, scope Scope, requested string) (matches bool) {
	if scope == ClusterScoped {
		metaedit.DropNamespace(meta)
		return true
	}
	return metaedit.PrepareNamespace(meta, requested)
}

// GeneratedName returns the name that the server generates from a generateName: its
// first 58 bytes, followed by a suffix. The server's suffix is five random characters of
// "bcdfghjklmnpqrstvwxz2456789".
//
// Rule: k8s.io/apiserver/pkg/storage/names, SimpleNameGenerator.
func GeneratedName(generateName, suffix string) string {
	return metaedit.GeneratedName(generateName, suffix)
}
