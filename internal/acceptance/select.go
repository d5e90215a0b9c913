package acceptance

import (
	"context"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/structural"
)

func selectFrom(given map[string]any) (outcome, error) {
	d, err := definition(given)
	if err != nil {
		return nil, err
	}
	v := d.StorageVersion()
	if name, ok := given["version"].(string); ok {
		v, _ = d.Version(name)
	}
	fields, err := selector.ParseFields(given["fieldSelector"].(string))
	if err != nil {
		return nil, err
	}
	selectable, err := registry.NewSelectable(context.Background(), v)
	if err != nil {
		return nil, err
	}
	selection, err := selectable.Select(selector.Labels{}, fields)
	if errs := structural.ErrorsOf(err); len(errs) == 1 && errs[0].Code == codes.SelectorField {
		return outcome{"error": map[string]any{"reason": "BadRequest", "message": err.Error()}}, nil
	}
	if err != nil {
		return nil, err
	}
	names := []any{}
	for _, obj := range objectsOf(given) {
		selected, err := selection.Matches(context.Background(), obj)
		if err != nil {
			return nil, err
		}
		if selected {
			names = append(names, obj["metadata"].(map[string]any)["name"])
		}
	}
	return outcome{"selected": names}, nil
}
