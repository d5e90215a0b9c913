package typedjson

import (
	"github.com/seed95800270/crdschema/internal/keyword"
)

var crd = fields("kind apiVersion metadata spec status", in{
	"metadata": objectMeta,
	"spec": fields("group names scope versions conversion preserveUnknownFields", in{
		"names":      crdNames,
		"versions":   crdVersion,
		"conversion": fields("strategy webhook", in{"webhook": fields("clientConfig conversionReviewVersions", in{"clientConfig": webhook})}),
	}),
	"status": fields("conditions acceptedNames storedVersions observedGeneration", in{
		"conditions":    fields("type status lastTransitionTime reason message observedGeneration", nil),
		"acceptedNames": crdNames,
	}),
})

var (
	crdNames   = fields("plural singular shortNames kind listKind categories", nil)
	webhook    = fields("url service caBundle", in{"service": fields("namespace name path port", nil)})
	crdVersion = fields("name served storage deprecated deprecationWarning schema subresources additionalPrinterColumns selectableFields", in{
		"schema": fields("openAPIV3Schema", in{"openAPIV3Schema": schema()}),
		"subresources": fields("status scale", in{
			"scale": fields("specReplicasPath statusReplicasPath labelSelectorPath", nil)}),
		"additionalPrinterColumns": fields("name type format description priority jsonPath", nil),
	})
)

// schema returns the order of a schema. It refers to itself.
func schema() *order {
	s := &order{names: names(keyword.OfSchema)}
	nested := mapOf(s)
	s.inside = in{
		"items": s, "allOf": s, "anyOf": s, "oneOf": s, "not": s, "additionalProperties": s, "additionalItems": s,
		"properties": nested, "patternProperties": nested, "dependencies": nested, "definitions": nested,
		"externalDocs":             {names: names(keyword.OfExternalDocs)},
		"x-kubernetes-validations": {names: names(keyword.OfRule)},
	}
	return s
}

func names(keywords []keyword.Keyword) []string {
	out := make([]string, len(keywords))
	for i, k := range keywords {
		out[i] = k.Name
	}
	return out
}
