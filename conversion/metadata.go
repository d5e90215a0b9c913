package conversion

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

type stringMap struct {
	name  string
	check func(context.Context, map[string]any) (structural.Errors, error)
}

var stringMaps = [...]stringMap{
	{"labels", objectmeta.ValidateLabels},
	{"annotations", annotationErrors},
}

// annotationErrors prints the singular as their location, as the server does here.
func annotationErrors(ctx context.Context, annotations map[string]any) (structural.Errors, error) {
	errs, err := objectmeta.ValidateAnnotations(ctx, annotations)
	for i, e := range errs {
		errs[i] = field.PrintedAt(*e, "metadata.annotation")
	}
	return errs, err
}

// restoreMetadata returns converted with the metadata of obj, except for labels and
// annotations. ctx shares w. The error is the error of w when it ends the call.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, restoreObjectMeta.
func restoreMetadata(ctx context.Context, w *work.Tracker, obj, converted map[string]any) (map[string]any, error) {
	value, found := converted["metadata"]
	if !found {
		return nil, errors.New("missing metadata in converted object")
	}
	answered, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("invalid metadata of type %T in converted object", value)
	}
	original, ok := obj["metadata"].(map[string]any)
	if value, found := obj["metadata"]; found && !ok {
		return nil, fmt.Errorf("invalid metadata of type %T in input object", value)
	}
	kept := cow.OfMap(original)
	for _, m := range stringMaps {
		if err := m.copyTo(ctx, w, &kept, answered); err != nil {
			return nil, err
		}
	}
	meta, _ := kept.Result()
	if meta == nil {
		meta = map[string]any{}
	}
	out := cow.OfMap(converted)
	if !work.Equal(w, answered, meta) {
		out.Set("metadata", meta)
	}
	converted, _ = out.Result()
	return converted, w.Err()
}

func (m stringMap) copyTo(ctx context.Context, w *work.Tracker, kept *cow.Map, answered map[string]any) error {
	current, _ := kept.Result()
	old, had := current[m.name]
	value := answered[m.name]
	if value == nil {
		if had {
			kept.Delete(m.name)
		}
		return nil
	}
	texts, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("invalid metadata.%s of type %T in converted object", m.name, value)
	}
	original, ok := old.(map[string]any)
	if !ok && old != nil {
		return fmt.Errorf("invalid metadata.%s of type %T in original object", m.name, old)
	}
	if err := m.onlyStrings(w, texts); err != nil {
		return err
	}
	if ok && work.Equal(w, texts, original) {
		return nil
	}
	if len(texts)+len(original) > 0 {
		errs, err := m.check(ctx, texts)
		if err != nil {
			return err
		}
		if len(errs) > 0 {
			return errors.New(valuetext.Aggregate(errs.Texts()))
		}
	}
	kept.Set(m.name, texts)
	return nil
}

func (m stringMap) onlyStrings(w *work.Tracker, texts map[string]any) error {
	first, bad := "", false
	for k, v := range texts {
		if !w.Step(1) {
			return w.Err()
		}
		if _, ok := v.(string); !ok && (!bad || k < first) {
			first, bad = k, true
		}
	}
	if !bad {
		return nil
	}
	return fmt.Errorf("metadata.%s[%s] must be a string, but is %T in converted object", m.name, first, texts[first])
}
