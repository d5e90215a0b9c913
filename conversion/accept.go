package conversion

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Stage is the stage at which a conversion failed.
type Stage uint8

const (
	// Exchange: the webhook was not reached, failed, or sent a malformed answer.
	Exchange Stage = iota
	// Count: the converter returned too many or too few objects.
	Count
	// Decode: the converter returned a value that is not an object.
	Decode
	// Type: it returned an object of another version or kind than requested.
	Type
	// Identity: it returned an object with another name, namespace or UID.
	Identity
	// Metadata: it returned invalid metadata, labels or annotations.
	Metadata
)

var stages = valuetext.Enum[Stage]{Name: "Stage",
	Words: []string{Exchange: "Exchange", Count: "Count", Decode: "Decode", Type: "Type", Identity: "Identity", Metadata: "Metadata"}}

// String returns the name of the constant: "Exchange".
func (s Stage) String() string { return stages.Word(s) }

// MarshalText returns the text of [Stage.String].
func (s Stage) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the text of [Stage.String].
func (s *Stage) UnmarshalText(text []byte) error { return stages.Read(text, s) }

// Error is the error of a converter that failed or returned objects that the server does not
// accept.
type Error struct {
	// Of is the kind of the object or list that was to be converted:
	// "stable.example.com/v1, Kind=CronTab".
	Of string
	// List reports whether the objects were items of a list.
	List  bool
	Stage Stage
	// Index is the index of the object. It is not set at the stages Exchange and Count.
	Index int
	Err   error
}

func (e *Error) Unwrap() error { return e.Err }

// Error returns the server's text.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// webhookConverter.Convert.
func (e *Error) Error() string {
	text := "conversion webhook for " + e.Of
	switch {
	case e.Stage == Exchange:
		text += " failed"
	case e.Stage == Count:
		return fmt.Sprintf("%s returned %v", text, e.Err)
	case e.Stage == Metadata && e.List:
		text += fmt.Sprintf(" returned invalid metadata in object at index %d", e.Index)
	case e.Stage == Metadata:
		text += " returned invalid metadata"
	case e.List:
		text += fmt.Sprintf(" returned invalid converted object at index %d", e.Index)
	case e.Stage == Decode:
		return e.Err.Error()
	case e.Stage == Type:
		text += " returned invalid object at index 0"
	default:
		text += " returned invalid object"
	}
	return fmt.Sprintf("%s: %v", text, e.Err)
}

// Accept checks converted, the result of the conversion of objs, as the server checks a
// webhook's answer. It returns the converted objects with the metadata of objs, except for
// labels and annotations. Objects that need no change are returned unchanged.
//
// Each converted object must be a JSON value, have the requested version, and the same kind,
// name, namespace and UID as before. [Stage] lists the checks in order. The error is an
// [*Error], about a list if there is more than one object.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, webhookConverter.Convert.
func Accept(ctx context.Context, objs, converted []map[string]any, toAPIVersion string) ([]map[string]any, error) {
	ctx, w := work.Share(ctx)
	out, err := acceptAll(ctx, w, objs, converted, toAPIVersion)
	if w.Failed() {
		return nil, w.Err()
	}
	return out, err
}

func acceptAll(ctx context.Context, w *work.Tracker, objs, converted []map[string]any, toAPIVersion string) ([]map[string]any, error) {
	if len(converted) != len(objs) {
		return nil, failed(objs, toAPIVersion, "", Error{Stage: Count, Err: countError(len(converted), len(objs))})
	}
	out, copied := converted, false
	for i, obj := range objs {
		w.SetStage("checking converted objects") // the metadata of the last one has set another
		accepted, stage, err := accept(ctx, w, obj, converted[i], toAPIVersion)
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

// failed completes an error about objects that were converted together. If listKind is empty
// and there is not exactly one object, the kind of the list is derived from the first object.
func failed(objs []map[string]any, to, listKind string, e Error) *Error {
	var first gotype.TypeMeta
	if len(objs) > 0 {
		first = gotype.TypeMetaOf(objs[0])
	}
	if listKind == "" && len(objs) != 1 {
		listKind = first.Kind + "List"
	}
	if e.List = listKind != ""; e.List {
		first.Kind = listKind
		first.GroupVersion, _ = gotype.ParseGroupVersion(to)
	}
	e.Of = first.String()
	return &e
}

func accept(ctx context.Context, w *work.Tracker, obj, converted map[string]any, to string) (map[string]any, Stage, error) {
	if !w.Step(1) {
		return nil, Metadata, w.Err()
	}
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
	out, err := restoreMetadata(ctx, w, obj, converted)
	return out, Metadata, err
}

func sameType(obj, converted map[string]any, to string) error {
	got := gotype.TypeMetaOf(converted)
	want, err := gotype.ParseGroupVersion(to)
	if err != nil || got.GroupVersion != want {
		return fmt.Errorf("invalid groupVersion (expected %v, received %v)", to, got.GroupVersion)
	}
	if want := gotype.TypeMetaOf(obj).Kind; got.Kind != want {
		return fmt.Errorf("invalid kind (expected %v, received %v)", want, got.Kind)
	}
	return nil
}

// sameIdentity returns an error if the name, namespace or UID differ.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, validateConvertedObject.
func sameIdentity(obj, converted map[string]any) error {
	for _, field := range [...]struct{ name, word string }{{"name", "name"}, {"namespace", "namespace"}, {"uid", "UID"}} {
		want, got := gotype.StringAt(obj, "metadata", field.name), gotype.StringAt(converted, "metadata", field.name)
		if want != got {
			return fmt.Errorf("must have the same %s: %v != %v", field.word, want, got)
		}
	}
	return nil
}
