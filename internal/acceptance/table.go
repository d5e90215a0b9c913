package acceptance

import (
	"context"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

func tableOf(given map[string]any) (outcome, error) {
	d, err := definition(given)
	if err != nil {
		return nil, err
	}
	var now time.Time
	if text, ok := given["now"].(string); ok {
		if now, err = time.Parse(time.RFC3339, text); err != nil {
			return nil, err
		}
	}
	var opts []registry.TableOption
	if given["noHeaders"] == true {
		opts = append(opts, registry.WithoutHeaders())
	}
	v := d.StorageVersion()
	if name, ok := given["version"].(string); ok {
		v, _ = d.Version(name)
	}
	printer, err := registry.NewPrinter(context.Background(), v)
	if err != nil {
		return nil, err
	}
	objs := objectsOf(given)
	if given["subresource"] == "scale" {
		printer = registry.NewScalePrinter(v)
		if objs, err = scalesOf(v, objs); err != nil {
			return nil, err
		}
	}
	table, err := printer.Table(context.Background(), objs, now, opts...)
	if err != nil {
		return nil, err
	}
	table, err = structural.IntegersFromFloats(table) // as a client reads 1.0
	if err != nil {
		return nil, err
	}
	rows := []any{}
	for _, row := range table["rows"].([]any) {
		rows = append(rows, row.(map[string]any)["cells"])
	}
	return outcome{"columns": recordedColumns(table), "rows": rows}, nil
}

func objectsOf(given map[string]any) []map[string]any {
	var objs []map[string]any
	list, _ := given["objects"].([]any)
	for _, obj := range list {
		objs = append(objs, obj.(map[string]any))
	}
	return objs
}

func scalesOf(v *crdschema.Version, objs []map[string]any) (scales []map[string]any, err error) {
	for _, obj := range objs {
		scale, rejected := registry.Scale(v, obj)
		if rejected != nil {
			return nil, rejected
		}
		scales = append(scales, scale)
	}
	return scales, nil
}

// recordedColumns returns the columns of a table as the cases list them: without empty
// texts and without the descriptions of the columns that no crd declares.
func recordedColumns(table map[string]any) any {
	out := []any{}
	definitions, _ := table["columnDefinitions"].([]any)
	for _, definition := range definitions {
		column := map[string]any{}
		for name, value := range definition.(map[string]any) {
			if value != "" {
				column[name] = value
			}
		}
		if column["format"] == "name" || column["description"] == ageText {
			delete(column, "description")
		}
		out = append(out, column)
	}
	return out
}

// ageText is our description of the column that a crd without columns has.
const ageText = "When the object was created. Set by the system."
