package crdschema

import (
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/structural"
)

// normal is an object of normalized JSON values. clean says that decoding it with its schema drops
// nothing but metadata: see [stages.Schema.Clean].
type normal struct {
	object map[string]any
	clean  bool
}

// known returns obj with what is known about it, whether it is normalized or not.
func (d *Definition) known(obj map[string]any) normal {
	version, owned := d.owns(obj)
	return normal{obj, owned && d.schemaOf(version).Clean(obj)}
}

// normalize returns obj as normalized JSON values. what names it in errors.
func (d *Definition) normalize(obj map[string]any, what string) (normal, error) {
	return d.normalizeWith(obj, what, normalObject)
}

// normalizeStored returns obj, an object from storage, as normalized JSON values.
func (d *Definition) normalizeStored(obj map[string]any, what string) (normal, error) {
	return d.normalizeWith(obj, what, storedObject)
}

func (d *Definition) normalizeWith(obj map[string]any, what string, normalize func(map[string]any, string) (map[string]any, error)) (normal, error) {
	if known := d.known(obj); known.clean {
		return known, nil
	}
	object, err := normalize(obj, what)
	return normal{object: object}, err
}

// storedObject returns obj, an object from storage, as normalized JSON values. what names it in
// errors.
func storedObject(obj map[string]any, what string) (map[string]any, error) {
	return normalized(obj, what, structural.NormalizeStored)
}

// normalObject returns obj as normalized JSON values. what names it in errors.
func normalObject(obj map[string]any, what string) (map[string]any, error) {
	return normalized(obj, what, structural.Normalize)
}

func normalized(obj map[string]any, what string, normalize func(any) (any, error)) (map[string]any, error) {
	if obj == nil {
		return nil, errors.New("there is no " + what)
	}
	normal, err := normalize(obj)
	if err != nil {
		return nil, fmt.Errorf("the %s: %w", what, err)
	}
	return normal.(map[string]any), nil
}
