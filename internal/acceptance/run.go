package acceptance

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/versionpriority"
)

type outcome map[string]any

var errNoStage = errors.New("there is no stage for this yet")

func problemOf(t *testing.T, c acceptanceCase) string {
	got, err := perform(t.Context(), c.given)
	if err != nil {
		return err.Error()
	}
	if got["call"] != nil && c.expect["call"] == nil {
		return "the webhook was called"
	}
	for key, want := range c.expect {
		if problem := compare(key, want, got); problem != "" {
			return problem
		}
	}
	return ""
}

func perform(ctx context.Context, given map[string]any) (outcome, error) {
	operation, _ := given["operation"].(string)
	object, isObject := given["object"].(map[string]any)
	switch operation {
	case "sort":
		return outcome{"order": list(versionpriority.Sort(texts(given["versions"])))}, nil
	case "create", "update", "status-update":
		if isObject {
			return admit(ctx, given, operation, object)
		}
		return write(given, operation)
	case "read":
		if isObject {
			return read(ctx, given, object)
		}
	case "scale":
		return scaleOf(ctx, given, object)
	case "request":
		return request(given)
	case "convert":
		return convert(ctx, given)
	case "publish":
		return publish(given)
	case "condition":
		return condition(given)
	case "table":
		return tableOf(given)
	case "select":
		return selectFrom(given)
	case "discover":
		return discover(given)
	case "delete":
		return deleteAll(ctx, given)
	}
	return nil, errNoStage
}

func definition(given map[string]any) (*crdschema.Definition, error) {
	return definitionWith(given, &scriptedWebhook{})
}

func definitionWith(given map[string]any, script *scriptedWebhook) (*crdschema.Definition, error) {
	crd, found := given["crd"].(map[string]any)
	if !found {
		crd = standardFrame(given["schema"])
	}
	script.answer, _ = given["webhook"].(map[string]any)
	converter, err := converterOf(crd, script)
	if err != nil {
		return nil, err
	}
	return crdschema.Compile(context.Background(), crd, crdschema.WithConverter(converter))
}

func standardFrame(schema any) map[string]any {
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "CustomResourceDefinition",
		"metadata":   map[string]any{"name": "crontabs.stable.example.com"},
		"spec": map[string]any{
			"group": "stable.example.com",
			"scope": "Namespaced",
			"names": map[string]any{
				"plural": "crontabs", "singular": "crontab", "kind": "CronTab", "shortNames": []any{"ct"},
			},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true,
				"schema": map[string]any{"openAPIV3Schema": schema},
			}},
		},
	}
}

func admit(ctx context.Context, given map[string]any, operation string, object map[string]any) (outcome, error) {
	d, err := definition(given)
	if err != nil {
		return nil, err
	}
	old, _ := given["old"].(map[string]any)
	version, _ := given["version"].(string)
	mode, _ := given["fieldValidation"].(string)
	result, err := d.Admit(ctx, crdschema.Request{
		Object:          object,
		Old:             old,
		Version:         version,
		Operation:       map[string]crdschema.Operation{"create": crdschema.Create, "update": crdschema.Update, "status-update": crdschema.UpdateStatus}[operation],
		FieldValidation: map[string]crdschema.FieldValidation{"": crdschema.Ignore, "Ignore": crdschema.Ignore, "Warn": crdschema.Warn, "Strict": crdschema.Strict}[mode],
		UID:             "00000000-0000-0000-0000-000000000001",
	})
	if err != nil {
		return outcome{"accepted": false, "error": map[string]any{"message": err.Error()}}, nil
	}
	got := outcome{
		"sequence": mutated{d, object}, "accepted": result.Accepted(), "errors": errorsOf(result.Errors),
		"warnings": list(result.Warnings), "dropped": paths(result.Dropped),
	}
	if r := result.Status(); r != nil && len(result.Errors) == 0 {
		failure := map[string]any{"message": r.Message}
		if r.Reason != "" {
			failure["reason"] = r.Reason
		}
		got["error"] = failure
		return got, nil
	}
	got["object"] = recorded(result.Decoded, "generation")
	got["prepared"] = recorded(result.Validated)
	if result.Accepted() {
		got["stored"] = recorded(result.Stored)
	}
	return got, nil
}

func read(ctx context.Context, given, object map[string]any) (outcome, error) {
	d, err := definition(given)
	if err != nil {
		return nil, err
	}
	version, _ := given["version"].(string)
	got, err := d.Read(ctx, object, version)
	if err != nil {
		failure := map[string]any{"message": err.Error()}
		if status := (*crdschema.Status)(nil); errors.As(err, &status) {
			failure["reason"] = status.Reason
		}
		return outcome{"error": failure}, nil
	}
	v, _ := d.Version(version)
	if meta, _ := object["metadata"].(map[string]any); meta["generation"] == nil {
		got = without(got, "generation") // which the server repairs; the cases omit it
	}
	return outcome{"object": got, "warnings": warnings(v), "sequence": readStored{d, object}}, nil
}

func request(given map[string]any) (outcome, error) {
	d, err := definition(given)
	if err != nil {
		return nil, err
	}
	name, _ := given["version"].(string)
	v, found := d.Version(name)
	return outcome{"served": found && v.Served(), "warnings": warnings(v)}, nil
}

func warnings(v *crdschema.Version) any {
	if v == nil || v.DeprecationWarning() == "" {
		return list(nil)
	}
	return list([]string{v.DeprecationWarning()})
}

// recorded returns an object without the metadata that the cases omit.
func recorded(obj map[string]any, and ...string) any {
	return without(obj, append(and, "creationTimestamp", "uid", "resourceVersion", "managedFields")...)
}

func without(obj map[string]any, metadata ...string) map[string]any {
	out := structural.Clone(obj)
	meta, _ := out["metadata"].(map[string]any)
	for _, field := range metadata {
		delete(meta, field)
	}
	return out
}

func compare(key string, want any, got outcome) string {
	have, found := got[key]
	if !found {
		return fmt.Sprintf("%s: no such outcome", key)
	}
	if doc, isDocument := have.(document); isDocument {
		have = doc.pointed(want.(map[string]any))
	}
	if all, ok := have.(interface{ told(want any) any }); ok {
		have = all.told(want)
	}
	if !structural.Equal(have, want) {
		return fmt.Sprintf("%s:\n got %v\nwant %v", key, have, want)
	}
	return ""
}

// errorsOf returns errors as the cases list them: sorted by text, each once.
func errorsOf(errs structural.Errors) any {
	byText := map[string]any{}
	for _, err := range errs {
		e := map[string]any{"path": err.Location(), "type": err.Kind.String(), "text": err.Error()}
		if err.Detail != "" {
			e["detail"] = err.Detail
		}
		byText[err.Error()] = e
	}
	out := []any{}
	for _, text := range slices.Sorted(maps.Keys(byText)) {
		out = append(out, byText[text])
	}
	return out
}

func list(texts []string) any {
	out := make([]any, len(texts))
	for i, text := range texts {
		out[i] = text
	}
	return out
}

func texts(v any) []string {
	var out []string
	for _, e := range v.([]any) {
		out = append(out, e.(string))
	}
	return out
}

func paths(ps []structural.Path) any {
	out := make([]string, len(ps))
	for i, p := range ps {
		out[i] = p.String()
	}
	slices.Sort(out)
	return list(out)
}

func dotted(ps []structural.Path) []string {
	out := make([]string, len(ps))
	for i, p := range ps {
		out[i] = p.Dotted()
	}
	return out
}
