package conversion

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// Accept checks what became of objs as a server checks the answer of a webhook,
// and returns the objects to go on with: converted, with the metadata of objs,
// of which only labels and annotations may have changed. Objects that need no
// change are returned as they are.
//
// Each converted object must be a JSON value, have the version asked for, and
// the same kind, name, namespace and UID as before; see [Stage] for the order.
// The error is an [*Error]. It speaks of a list if there is more than one
// object, and otherwise of the object.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// webhookConverter.Convert.
func Accept(objs, converted []map[string]any, toAPIVersion string) ([]map[string]any, error) {
	if len(converted) != len(objs) {
		return nil, failed(objs, toAPIVersion, "", Error{Stage: Count, Err: countError(len(converted), len(objs))})
	}
	out, copied := converted, false
	for i, obj := range objs {
		accepted, stage, err := accept(obj, converted[i], toAPIVersion)
		if err != nil {
			return nil, failed(objs, toAPIVersion, "", Error{Stage: stage, Index: i, Err: err})
		}
		if !copied {
			out, copied = make([]map[string]any, len(objs)), true
		}
		out[i] = accepted
	}
	return out, nil
}

func countError(got, want int) error {
	return fmt.Errorf("%d objects, expected %d", got, want)
}

// failed completes an error about objects that were converted together. A list
// of more than one object whose kind is not known is called after the first.
func failed(objs []map[string]any, to, listKind string, e Error) *Error {
	var first wire.TypeMeta
	if len(objs) > 0 {
		first = wire.TypeMetaOf(objs[0])
	}
	if listKind == "" && len(objs) != 1 {
		listKind = first.Kind + "List"
	}
	if e.List = listKind != ""; e.List {
		first.Kind = listKind
		first.GroupVersion, _ = wire.ParseGroupVersion(to)
	}
	e.Of = first.String()
	return &e
}

func accept(obj, converted map[string]any, to string) (map[string]any, Stage, error) {
	normal, err := structural.Normalize(converted)
	if err != nil {
		return nil, Decode, err
	}
	converted, _ = normal.(map[string]any)
	if err := sameType(obj, converted, to); err != nil {
		return nil, Type, err
	}
	if err := sameIdentity(obj, converted); err != nil {
		return nil, Identity, err
	}
	out, err := restoreMetadata(obj, converted)
	return out, Metadata, err
}

func sameType(obj, converted map[string]any, to string) error {
	got := wire.TypeMetaOf(converted)
	want, err := wire.ParseGroupVersion(to)
	if err != nil || got.GroupVersion != want {
		return fmt.Errorf("invalid groupVersion (expected %v, received %v)", to, got.GroupVersion)
	}
	if want := wire.TypeMetaOf(obj).Kind; got.Kind != want {
		return fmt.Errorf("invalid kind (expected %v, received %v)", want, got.Kind)
	}
	return nil
}

// sameIdentity needs no look at the kind: it has been compared.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// validateConvertedObject.
func sameIdentity(obj, converted map[string]any) error {
	for _, field := range [...]struct{ name, word string }{{"name", "name"}, {"namespace", "namespace"}, {"uid", "UID"}} {
		want, got := wire.Text(obj, "metadata", field.name), wire.Text(converted, "metadata", field.name)
		if want != got {
			return fmt.Errorf("must have the same %s: %v != %v", field.word, want, got)
		}
	}
	return nil
}
