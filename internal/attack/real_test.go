package attack

import (
	"cmp"
	"context"
	"net/http"
	"net/http/httptest"
	"reflect"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
	"github.com/seed95800270/crdschema/structural/validation"
)

// realSchema uses most keywords of a schema.
func realSchema() obj {
	text := func() obj { return obj{"type": "string", "maxLength": int64(20)} }
	item := obj{"type": "object", "required": []any{"k"}, "properties": obj{"k": text(), "v": obj{"type": "integer", "default": int64(1)}}}
	spec := obj{
		"type":                     "object",
		"x-kubernetes-validations": []any{obj{"rule": "self.n >= 0 && (!has(self.l) || self.l.all(x, x.k != ''))", "message": "no"}, obj{"rule": "self.n >= oldSelf.n", "messageExpression": "'was ' + string(oldSelf.n)"}},
		"properties": obj{
			"n": obj{"type": "integer", "minimum": int64(-10), "default": int64(3)},
			"s": with(text(), "pattern", "^[a-z]*$"),
			"f": obj{"type": "string", "format": "date-time", "nullable": true},
			"i": obj{"x-kubernetes-int-or-string": true},
			"u": obj{"type": "object", "x-kubernetes-preserve-unknown-fields": true},
			"m": obj{"type": "object", "additionalProperties": text()},
			"l": with(with(with(listOf(item), "x-kubernetes-list-type", "map"), "x-kubernetes-list-map-keys", []any{"k"}), "maxItems", int64(9)),
			"t": with(listOf(text()), "x-kubernetes-list-type", "set"),
			"e": obj{"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true},
			"o": obj{"type": "integer", "anyOf": []any{obj{"minimum": int64(1)}, obj{"maximum": int64(-1)}}, "not": obj{"enum": []any{int64(5)}}},
		},
	}
	status := obj{"type": "object", "properties": obj{"replicas": obj{"type": "integer"}, "selector": obj{"type": "string"}}}
	return obj{"type": "object", "description": "A.", "properties": obj{"spec": spec, "status": status}}
}

func realCRD() obj {
	version := func(name string, storage bool) obj {
		return obj{
			"name": name, "served": true, "storage": storage, "schema": obj{"openAPIV3Schema": realSchema()},
			"subresources":             obj{"status": obj{}, "scale": obj{"specReplicasPath": ".spec.n", "statusReplicasPath": ".status.replicas", "labelSelectorPath": ".status.selector"}},
			"additionalPrinterColumns": []any{obj{"name": "N", "type": "integer", "jsonPath": ".spec.n"}, obj{"name": "K", "type": "string", "jsonPath": ".spec.l[*].k"}},
			"selectableFields":         []any{obj{"jsonPath": ".spec.s"}},
		}
	}
	crd := crdOfVersions(version("v1", true), version("v2", false))
	crd["status"] = obj{"storedVersions": []any{"v1"}, "conditions": []any{obj{"type": "Established", "status": "True", "reason": "r", "message": "m", "lastTransitionTime": "2026-01-01T00:00:00Z"}}}
	return crd
}

func realObject() obj {
	return object(obj{
		"metadata": obj{
			"name": "a", "labels": obj{"a": "b"}, "annotations": obj{"a": "b"}, "finalizers": []any{"e.io/f"}, "generation": int64(1), "resourceVersion": "1", "uid": "u",
			"ownerReferences": []any{obj{"apiVersion": "v1", "kind": "B", "name": "b", "uid": "b"}},
			"managedFields":   []any{obj{"manager": "m", "operation": "Apply", "apiVersion": "e.io/v1", "fieldsType": "FieldsV1", "fieldsV1": obj{"f:spec": obj{"f:n": obj{}}}}},
		},
		"spec": obj{
			"n": int64(4), "s": "abc", "f": nil, "i": "x", "u": obj{"any": []any{int64(1)}}, "m": obj{"k": "v"},
			"l": []any{obj{"k": "a", "v": int64(2)}, obj{"k": "b"}}, "t": []any{"a", "b"}, "e": obj{"apiVersion": "v1", "kind": "B", "metadata": obj{"name": "b"}}, "o": int64(3),
		},
		"status": obj{"replicas": int64(1), "selector": "a=b"},
	})
}

// realValues returns values of the types of the library that users get from its functions.
func realValues() []any {
	rename := conversion.Func(func(_ context.Context, o obj, to string) (obj, error) {
		return with(structural.Clone(o), "apiVersion", to), nil
	})
	d := definitionOf(realCRD(), crdschema.WithConverter(rename, conversion.StrategyWebhook))
	v, _ := d.Version("v1")
	schema := schemaOf(realSchema())
	invalid := first[crdschema.CRDResult](call(background, crdschema.ValidateCRD, with(realCRD(), "metadata", obj{"name": "b"}), nil))
	return []any{
		d, v, schema, invalid, invalid.Errors, invalid.Errors[0], rename, conversion.None{},
		crdschema.NewCompiler(), celrules.NewCompiler(), validation.NewCompiler(), fragment.NewCompiler(),
		call(background, validation.Compile, schema).values[0], call(background, celrules.Compile, schema, structural.Resource).values[0],
		first[*fragment.Fragment](call(background, fragment.Compile, realSchema())), first[*apply.Applier](call(background, apply.New, d)),
		first[*openapiv2.Catalog](call(background, openapiv2.NewCatalog().With, realCRD())), first[*openapiv3.Catalog](call(background, openapiv3.NewCatalog().With, realCRD())),
		first[*conversion.Review](call(background, conversion.NewReview, conversion.ReviewRequest{UID: "u", ReviewVersions: []string{"v1"}, ToAPIVersion: "e.io/v2", Objects: []obj{realObject()}})),
		crdschema.Request{Object: realObject()}, crdschema.Request{Object: realObject(), Old: realObject(), Operation: crdschema.Update},
		crdschema.CRDRequest{CRD: realCRD()}, crdschema.DeleteRequest{Old: realObject(), Now: time.Unix(1, 0)},
		apply.Request{Live: realObject(), Object: object(obj{"spec": obj{"n": int64(5)}}), Manager: "m", Force: true}, celrules.Input{Object: realObject()},
		webhook.Config{URL: "https://127.0.0.1:1/", ReviewVersions: []string{"v1"}}, structural.Path{structural.Field("spec"), structural.Index(1), structural.Key("k")},
		http.ResponseWriter(httptest.NewRecorder()), httptest.NewRequest("POST", "/", nil), time.Unix(1, 0),
	}
}

func compareTypes(a, b reflect.Type) int { return cmp.Compare(a.String(), b.String()) }
