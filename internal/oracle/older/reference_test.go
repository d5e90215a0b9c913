package older

import (
	"fmt"
	"slices"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/common"
	kjson "sigs.k8s.io/json"

	"github.com/seed95800270/crdschema/internal/oracle/encode"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// reference validates values against a schema as Kubernetes 1.35 does.
type reference struct {
	objects    validation.SchemaValidator
	defaults   validation.SchemaValidator // nil without structural
	structural *schema.Structural         // nil if the schema is not structural
}

// newReference returns the reference with the formats of Kubernetes 1.minor.
func newReference(m map[string]any, minor uint) (reference, error) {
	props, err := decoded(m)
	if err != nil {
		return reference{}, fmt.Errorf("decoding: %w", err)
	}
	objects, _, err := validation.NewSchemaValidatorForVersion(props, version.MajorMinor(1, minor))
	if err != nil {
		return reference{}, err
	}
	out := reference{objects: objects}
	if out.structural, err = schema.NewStructural(props); err == nil {
		out.defaults = validation.NewSchemaValidatorFromOpenAPI(out.structural.ToKubeOpenAPI())
	}
	return out, nil
}

func decoded(m map[string]any) (*apiextensions.JSONSchemaProps, error) {
	text, err := encode.JSON(m)
	if err != nil {
		return nil, err
	}
	v1, out := &apiextensionsv1.JSONSchemaProps{}, &apiextensions.JSONSchemaProps{}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, v1); err != nil {
		return nil, err
	}
	return out, apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(v1, out, nil)
}

func create(v validation.SchemaValidator, at *field.Path, value any) []string {
	return texts(validation.ValidateCustomResource(at, runtime.DeepCopyJSONValue(value), v))
}

func (r reference) update(value, old any) []string {
	value, old = runtime.DeepCopyJSONValue(value), runtime.DeepCopyJSONValue(old)
	correlated := common.NewCorrelatedObject(value, old, &model.Structural{Structural: r.structural})
	return texts(validation.ValidateCustomResourceUpdate(nil, value, old, r.objects, validation.WithRatcheting(correlated)))
}

func texts(list field.ErrorList) []string {
	out := make([]string, len(list))
	for i, err := range list {
		out[i] = err.Error()
	}
	slices.Sort(out)
	return out
}

// same compares texts with those of the reference, which reports one error of
// several with paths that are spelled alike, another one from run to run.
func same(c *parity.Check, what string, ours []string, theirs func() []string) {
	ours = slices.Sorted(slices.Values(ours))
	answer, _ := parity.Repeat30(theirs, func(answer []string) bool { return slices.Equal(ours, answer) })
	c.Texts(what, ours, answer)
}
