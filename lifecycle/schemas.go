package lifecycle

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// judgeSchemas says what is wrong with the schemas. A definition with nothing
// wrong has no such condition.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/nonstructuralschema,
// ConditionController.
func (s *state) judgeSchemas() {
	want, found := nonStructural(s.crd)
	switch {
	case !found:
		s.conditions.remove(NonStructuralSchema)
	case !s.conditions.says(want):
		s.conditions.set(want)
	}
}

// nonStructural is the condition, if the definition gets one.
func nonStructural(crd map[string]any) (c Condition, found bool) {
	definition, _ := validate.Read(crd)
	var violations []string
	if definition.PreserveUnknownFields {
		violations = append(violations, "spec.preserveUnknownFields: Invalid value: true: must be false")
	}
	for i, v := range definition.Versions {
		schema, problems := structural.FromMap(v.Schema, structural.WithNormalizedInput(), structural.WithoutDocumentation())
		if unsupported := firstMet(problems); unsupported != nil {
			message := "failed to check validation schema for version " + v.Name + ": " + unsupported.Error()
			return Condition{NonStructuralSchema, Unknown, "StructuralError", message}, true
		}
		texts := structural.Check(schema).In(schemaPath(i)...).Texts()
		slices.Sort(texts)
		violations = append(violations, texts...)
	}
	if len(violations) == 0 {
		return Condition{}, false
	}
	return Condition{NonStructuralSchema, True, "Violations", field.Aggregate(violations)}, true
}

// schemaPath is where a controller says that the schema of a version stands,
// which is not where it stands in v1beta1.
func schemaPath(version int) structural.Path {
	return structural.Path{structural.Field("spec"), structural.Field("versions"), structural.Index(version),
		structural.Field("schema"), structural.Field("openAPIV3Schema")}
}
