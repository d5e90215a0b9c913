package decode

// schemaKind is a schema in the manifest, in the package of one version.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// JSONSchemaProps.
func schemaKind(pkg string) *kind {
	schema := structure(pkg, "JSONSchemaProps", nil)
	schemas := listOf(schema)
	named := func(goType string) *kind { return &kind{shape: dict, goType: goType, element: schema} }
	either := &kind{shape: schemaOrBool, element: schema}
	schema.fields = map[string]*kind{
		"id":                   plainText,
		"$schema":              {shape: text, goType: pkg + "JSONSchemaURL"},
		"$ref":                 plainText,
		"description":          plainText,
		"type":                 plainText,
		"format":               plainText,
		"title":                plainText,
		"default":              freeform,
		"maximum":              number,
		"exclusiveMaximum":     boolean,
		"minimum":              number,
		"exclusiveMinimum":     boolean,
		"maxLength":            int64Kind,
		"minLength":            int64Kind,
		"pattern":              plainText,
		"maxItems":             int64Kind,
		"minItems":             int64Kind,
		"uniqueItems":          boolean,
		"multipleOf":           number,
		"enum":                 {shape: list, goType: "[]" + pkg + "JSON", element: freeform},
		"maxProperties":        int64Kind,
		"minProperties":        int64Kind,
		"required":             texts,
		"items":                {shape: schemaOrList, element: schema},
		"allOf":                schemas,
		"oneOf":                schemas,
		"anyOf":                schemas,
		"not":                  schema,
		"properties":           named("map[string]" + schema.goType),
		"additionalProperties": either,
		"patternProperties":    named("map[string]" + schema.goType),
		"dependencies": {
			shape: dict, goType: pkg + "JSONSchemaDependencies",
			element: &kind{shape: schemaOrNames, element: schema},
		},
		"additionalItems": either,
		"definitions":     named(pkg + "JSONSchemaDefinitions"),
		"externalDocs": structure(pkg, "ExternalDocumentation", map[string]*kind{
			"description": plainText,
			"url":         plainText,
		}),
		"example":                              freeform,
		"nullable":                             boolean,
		"x-kubernetes-preserve-unknown-fields": boolean,
		"x-kubernetes-embedded-resource":       boolean,
		"x-kubernetes-int-or-string":           boolean,
		"x-kubernetes-list-map-keys":           texts,
		"x-kubernetes-list-type":               plainText,
		"x-kubernetes-map-type":                plainText,
		"x-kubernetes-validations":             {shape: list, goType: pkg + "ValidationRules", element: ruleKind(pkg)},
	}
	return schema
}

func ruleKind(pkg string) *kind {
	return structure(pkg, "ValidationRule", map[string]*kind{
		"rule":              plainText,
		"message":           plainText,
		"messageExpression": plainText,
		"reason":            named(pkg + "FieldValueErrorReason"),
		"fieldPath":         plainText,
		"optionalOldSelf":   boolean,
	})
}
