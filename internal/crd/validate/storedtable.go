package validate

import "time"

// The fields of a definition of v1, and when they are written.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1, types.go and
// marshal.go.
var (
	optional       = fieldWriter{presence: nonEmpty}
	pointer        = fieldWriter{presence: nonNull}
	requiredText   = fieldWriter{presence: always, zero: ""}
	requiredFlag   = fieldWriter{presence: always, zero: false}
	optionalTexts  = fieldWriter{presence: nonEmpty, write: each(text)}
	requiredTexts  = fieldWriter{presence: always, write: whole(each(text))}
	pointerToFloat = fieldWriter{presence: nonNull, write: plainNumber}
	anything       = fieldWriter{presence: nonNull, write: freeform}
)

// whole leaves null alone.
func whole(write writer) writer {
	return func(v any) any {
		if v == nil {
			return nil
		}
		return write(v)
	}
}

func pointerTo(r *record) fieldWriter { return fieldWriter{presence: nonNull, write: r.write} }

func listOf(r *record) fieldWriter { return fieldWriter{presence: nonEmpty, write: each(r.write)} }

var namesRecord = recordOf(fieldsOf{
	"plural": requiredText, "singular": optional, "shortNames": optionalTexts,
	"kind": requiredText, "listKind": optional, "categories": optionalTexts,
})

var specRecord = recordOf(fieldsOf{
	"group":                 requiredText,
	"names":                 {presence: always, write: namesRecord.write},
	"scope":                 requiredText,
	"versions":              {presence: always, write: whole(each(versionRecord.write))},
	"conversion":            pointerTo(conversionRecord),
	"preserveUnknownFields": optional,
})

var conversionRecord = recordOf(fieldsOf{
	"strategy": requiredText,
	"webhook": pointerTo(recordOf(fieldsOf{
		"clientConfig": pointerTo(recordOf(fieldsOf{
			"url": pointer,
			"service": pointerTo(recordOf(fieldsOf{
				"namespace": requiredText, "name": requiredText, "path": pointer,
				"port": {presence: always, zero: int64(443)},
			})),
			"caBundle": {presence: nonEmpty, write: base64Text},
		})),
		"conversionReviewVersions": requiredTexts,
	})),
})

var versionRecord = recordOf(fieldsOf{
	"name": requiredText, "served": requiredFlag, "storage": requiredFlag,
	"deprecated": optional, "deprecationWarning": pointer,
	"schema": pointerTo(recordOf(fieldsOf{"openAPIV3Schema": {presence: nonNull, write: schemaRecord.write}})),
	"subresources": pointerTo(recordOf(fieldsOf{
		"status": pointerTo(recordOf(fieldsOf{})),
		"scale":  pointerTo(recordOf(fieldsOf{"specReplicasPath": requiredText, "statusReplicasPath": requiredText, "labelSelectorPath": pointer})),
	})),
	"additionalPrinterColumns": listOf(recordOf(fieldsOf{
		"name": requiredText, "type": requiredText, "format": optional, "description": optional, "priority": optional, "jsonPath": requiredText,
	})),
	"selectableFields": listOf(recordOf(fieldsOf{"jsonPath": requiredText})),
})

var statusRecord = recordOf(fieldsOf{
	"conditions": {presence: always, write: whole(each(recordOf(fieldsOf{
		"type": requiredText, "status": requiredText, "lastTransitionTime": {presence: always, write: utc},
		"reason": optional, "message": optional, "observedGeneration": optional,
	}).write))},
	"acceptedNames":      {presence: always, write: namesRecord.write},
	"storedVersions":     requiredTexts,
	"observedGeneration": optional,
})

// utc writes a time.
func utc(v any) any {
	s, _ := v.(string)
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || t.IsZero() {
		return nil
	}
	return t.UTC().Format(time.RFC3339)
}

var schemaRecord = newSchemaRecord()

// newSchemaRecord is the record of a schema, which refers to itself.
func newSchemaRecord() *record {
	r := &record{}
	schema := pointerTo(r)
	schemas := listOf(r)
	namedSchemas := fieldWriter{presence: nonEmpty, write: named(r.write)}
	orBool := fieldWriter{presence: nonNull, write: schemaOr(r, func(v any) any { return v })}
	orList := fieldWriter{presence: nonNull, write: schemaOr(r, nonEmptyList(r.write))}
	*r = *recordOf(fieldsOf{
		"id": optional, "$schema": optional, "$ref": pointer,
		"description": optional, "type": optional, "format": optional, "title": optional,
		"default": anything, "example": anything,
		"enum":    {presence: nonEmpty, write: each(freeform)},
		"maximum": pointerToFloat, "minimum": pointerToFloat, "multipleOf": pointerToFloat,
		"exclusiveMaximum": optional, "exclusiveMinimum": optional, "uniqueItems": optional, "nullable": optional,
		"maxLength": pointer, "minLength": pointer, "maxItems": pointer, "minItems": pointer,
		"maxProperties": pointer, "minProperties": pointer, "pattern": optional,
		"required": optionalTexts,
		"items":    orList,
		"allOf":    schemas, "oneOf": schemas, "anyOf": schemas, "not": schema,
		"properties": namedSchemas, "patternProperties": namedSchemas, "definitions": namedSchemas,
		"dependencies":         {presence: nonEmpty, write: named(schemaOr(r, nonEmptyList(text)))},
		"additionalProperties": orBool, "additionalItems": orBool,
		"externalDocs":                         pointerTo(recordOf(fieldsOf{"description": optional, "url": optional})),
		"x-kubernetes-preserve-unknown-fields": pointer,
		"x-kubernetes-embedded-resource":       optional, "x-kubernetes-int-or-string": optional,
		"x-kubernetes-list-map-keys": optionalTexts, "x-kubernetes-list-type": pointer, "x-kubernetes-map-type": pointer,
		"x-kubernetes-validations": listOf(recordOf(fieldsOf{
			"rule": requiredText, "message": optional, "messageExpression": optional,
			"reason": pointer, "fieldPath": optional, "optionalOldSelf": pointer,
		})),
	})
	return r
}

// schemaOr writes a schema, or what may stand in its place.
func schemaOr(r *record, write writer) writer {
	return func(v any) any {
		if _, ok := v.(map[string]any); ok {
			return r.write(v)
		}
		return write(v)
	}
}

// nonEmptyList writes a list. Anything else, and a list without elements, is read
// as nothing and written as null.
func nonEmptyList(write writer) writer {
	return func(v any) any {
		if list, ok := v.([]any); ok && len(list) > 0 {
			return each(write)(v)
		}
		return nil
	}
}
