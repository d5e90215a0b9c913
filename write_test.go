package crdschema_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
)

// The server rejects these crds before validation.
func TestValidateCRDRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(crd map[string]any)
		message string
	}{
		"another version": {
			func(crd map[string]any) { crd["apiVersion"] = "apiextensions.k8s.io/v1beta1" },
			"the API version in the data (apiextensions.k8s.io/v1beta1) does not match the expected API version (apiextensions.k8s.io/v1)",
		},
		"another type": {
			func(crd map[string]any) { crd["spec"].(map[string]any)["group"] = int64(1) },
			`CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal number into Go struct field CustomResourceDefinitionSpec.spec.group of type string`,
		},
		"another name": {
			func(crd map[string]any) { crd["metadata"].(map[string]any)["name"] = "others.example.com" },
			"the name of the object (others.example.com) does not match the name on the URL (widgets.example.com)",
		},
		"no name": {
			func(crd map[string]any) { delete(crd["metadata"].(map[string]any), "name") },
			"the name of the object (widgets.example.com based on URL) was undeterminable: name must be provided",
		},
	} {
		t.Run(name, func(t *testing.T) {
			crd := widgets(`{type: object}`)
			c.change(crd)
			res, err := crdschema.ValidateCRD(t.Context(), crd, widgets(`{type: object}`))
			require.NoError(t, err)
			require.NotNil(t, res.Status())
			assert.Equal(t, c.message, res.Status().Message)
			assert.Equal(t, 400, res.Status().Code)
			assert.Nil(t, res.Object)
			assert.False(t, res.Accepted())
		})
	}
}

// Arguments that are not requests have no verdict.
func TestValidateCRDFails(t *testing.T) {
	good := widgets(`{type: object}`)
	for name, call := range map[string]func() (crdschema.CRDResult, error){
		"nothing": func() (crdschema.CRDResult, error) { return crdschema.ValidateCRD(t.Context(), nil, nil) },
		"no JSON": func() (crdschema.CRDResult, error) {
			return crdschema.ValidateCRD(t.Context(), map[string]any{"a": math.NaN()}, nil)
		},
		"old is no JSON": func() (crdschema.CRDResult, error) {
			return crdschema.ValidateCRD(t.Context(), good, map[string]any{"a": t})
		},
		"no such version": func() (crdschema.CRDResult, error) {
			return crdschema.ValidateCRD(t.Context(), good, nil, crdschema.WithKubernetesVersion("1.5"))
		},
		"status of no one": func() (crdschema.CRDResult, error) {
			return crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{CRD: good, Operation: crdschema.UpdateStatus})
		},
	} {
		_, err := call()
		assert.Error(t, err, name)
	}
}

// New expressions must exist in the minor version before the server's own.
func TestValidateCRDAtVersion(t *testing.T) {
	crd := widgets(`{type: string, maxLength: 10, x-kubernetes-validations: [{rule: "ip.isCanonical(self)"}]}`)
	for version, accepted := range map[string]bool{"1.30": false, "1.31": true, "1.37": true} {
		res, err := crdschema.ValidateCRD(t.Context(), crd, nil, crdschema.WithKubernetesVersion(version))
		require.NoError(t, err)
		assert.Equal(t, accepted, res.Accepted(), "%s %v", version, res.Errors.Texts())
	}
}

// Before 1.36, defaults may be out of the range of their format; before 1.34, there is
// no warning about formats, and then at first only about those of strings.
func TestValidateCRDFormatsAtVersion(t *testing.T) {
	const integer, text = `unrecognized format "i"`, `unrecognized format "s"`
	crd := widgets(`{type: object, properties: {a: {type: integer, format: i}, b: {type: string, format: s}}}`)
	large := widgets(`{type: object, properties: {a: {type: integer, format: int32, default: 2147483648}}}`)
	for version, want := range map[string]struct {
		warnings []string
		large    bool
	}{
		"1.33": {nil, true},
		"1.34": {[]string{text}, true},
		"1.35": {[]string{text}, true},
		"1.36": {[]string{integer, text}, false},
		"1.37": {[]string{integer, text}, false},
	} {
		res, err := crdschema.ValidateCRD(t.Context(), crd, nil, crdschema.WithKubernetesVersion(version))
		require.NoError(t, err)
		assert.ElementsMatch(t, want.warnings, res.Warnings, version)
		res, err = crdschema.ValidateCRD(t.Context(), large, nil, crdschema.WithKubernetesVersion(version))
		require.NoError(t, err)
		assert.Equal(t, want.large, res.Accepted(), "%s %v", version, res.Errors.Texts())
	}
}

// An accepted crd can be compiled and written again, and the request is not
// written to.
func TestValidateCRDKeeps(t *testing.T) {
	crd := widgets(`{type: object, properties: {a: {type: integer, default: 1, format: ""}}}`)
	before := structural.Clone(crd)
	compiler := crdschema.NewCompiler()
	first, err := compiler.AdmitCRD(t.Context(), crdschema.CRDRequest{CRD: crd})
	require.NoError(t, err)
	require.True(t, first.Accepted(), first.Errors.Texts())
	assert.Equal(t, before, crd)
	object := stored(first.Object)
	second, err := compiler.AdmitCRD(t.Context(), crdschema.CRDRequest{CRD: object, Old: object, Operation: crdschema.Update})
	require.NoError(t, err)
	assert.Equal(t, object, second.Object)
	_, err = compiler.Compile(t.Context(), first.Object)
	assert.NoError(t, err)
}

// Unknown and repeated fields, for each value of fieldValidation.
func TestAdmitCRDFields(t *testing.T) {
	crd := widgets(`{type: object, propertys: {}, items: {type: string, tpye: string}}`)
	const where = "spec.versions[0].schema.openAPIV3Schema.properties.spec."
	const twice = `line 3: key "name" already set in map`
	unknown := `unknown field "` + where + `propertys"`
	for mode, want := range map[crdschema.FieldValidation]struct {
		warnings []string
		refused  string
	}{
		crdschema.Warn:   {warnings: []string{twice, unknown}},
		crdschema.Ignore: {},
		crdschema.Strict: {refused: `CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: strict decoding error: ` +
			"yaml: unmarshal errors:\n  " + twice + ", " + unknown},
	} {
		res, err := crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{
			CRD: crd, Duplicates: []string{"yaml: unmarshal errors:\n  " + twice}, FieldValidation: mode,
			UID: "u", CreationTimestamp: timeOf("2026-01-02T03:04:05Z"),
		})
		require.NoError(t, err)
		assert.Equal(t, []string{where + "propertys", where + "items.tpye"}, dotted(res.Dropped))
		assert.Equal(t, want.warnings, res.Warnings)
		if want.refused != "" {
			require.NotNil(t, res.Status())
			assert.Equal(t, want.refused, res.Status().Message)
			continue
		}
		require.Empty(t, res.Errors.Texts())
		meta := res.Object["metadata"].(map[string]any)
		assert.Equal(t, "u", meta["uid"])
		assert.Equal(t, "2026-01-02T03:04:05Z", meta["creationTimestamp"])
	}
}

// An update has the uid and the resource version of the stored crd; a new crd has none.
func TestAdmitCRDConflicts(t *testing.T) {
	const conflict = `Operation cannot be fulfilled on customresourcedefinitions.apiextensions.k8s.io "widgets.example.com": `
	for name, c := range map[string]struct {
		meta    map[string]any
		code    int
		message string
	}{
		"same":       {meta: map[string]any{"resourceVersion": "1", "uid": "u"}},
		"no uid":     {meta: map[string]any{"resourceVersion": "01"}},
		"newer":      {map[string]any{"resourceVersion": "2"}, 409, conflict + "the object has been modified; please apply your changes to the latest version and try again"},
		"no number":  {map[string]any{"resourceVersion": "abc"}, 500, `strconv.ParseUint: parsing "abc": invalid syntax`},
		"no version": {map[string]any{"resourceVersion": "0", "labels": map[string]any{"a b": ""}}, 422, ""},
		"other uid": {map[string]any{"resourceVersion": "abc", "uid": "v"}, 409, conflict + "StorageError: invalid object, Code: 4, " +
			"Key: /registry/apiextensions.k8s.io/customresourcedefinitions/widgets.example.com, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: v, UID in object meta: u"},
	} {
		old := stored(widgets(`{type: object}`))
		old["metadata"].(map[string]any)["uid"] = "u"
		crd := widgets(`{type: object}`)
		c.meta["name"], crd["metadata"] = "widgets.example.com", c.meta
		res, err := crdschema.ValidateCRD(t.Context(), crd, old)
		require.NoError(t, err)
		switch c.code {
		case 0:
			assert.True(t, res.Accepted(), name)
		case 422:
			assert.Equal(t, []string{"metadata.resourceVersion: Invalid value: 0: must be specified for an update"}, res.Errors.Texts())
		default:
			require.NotNil(t, res.Status(), name)
			assert.Equal(t, c.code, res.Status().Code, name)
			assert.Equal(t, c.message, res.Status().Message, name)
			assert.Nil(t, res.Object)
		}
	}
	res, err := crdschema.ValidateCRD(t.Context(), stored(widgets(`{type: object}`)), nil)
	require.NoError(t, err)
	require.NotNil(t, res.Status())
	assert.Equal(t, crdschema.Status{Code: 500, Message: "resourceVersion should not be set on objects to be created"}, *res.Status())
	assert.False(t, res.Accepted())
}
