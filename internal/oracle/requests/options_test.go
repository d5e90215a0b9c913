package requests

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/conversion"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metascheme "k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme"
	listvalidation "k8s.io/apimachinery/pkg/apis/meta/internalversion/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/endpoints/handlers/responsewriters"
	"k8s.io/apiserver/pkg/storage"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/registry"
)

const lamps = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: lamps, singular: lamp, kind: Lamp, listKind: LampList}
  conversion: {strategy: None}
  versions:
  - name: v1
    served: true
    storage: true
    selectableFields: [{jsonPath: .spec.color}]
    schema:
      openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {color: {type: string}}}}}
`

func base64JSON(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

var lampKind = schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Lamp"}

// TestOptions compares the options that queries are read as, or the whole Status of queries
// that are refused.
func TestOptions(t *testing.T) {
	v1, _ := crdschema.MustCompileYAML(lamps).Version("v1")
	converter := lampConverter(t)
	parity.Run(t, "request-options", parity.Generated(parity.Full(400_000), newSent), func(c *parity.Check, in sent) {
		values, _ := url.ParseQuery(in.Query)
		theirValues := httptest.NewRequest("GET", "/?x", nil).URL
		theirValues.RawQuery = in.Query
		theirs := theirValues.Query()
		switch in.Request {
		case "get":
			c.Equal("get", ourGet(values), theirGet(theirs))
		case "list":
			c.Equal("list", ourList(values, v1, in.Name), theirList(theirs, converter, in.Name))
		case "write":
			for kind, ours := range ourWrites(values, in) {
				c.Equal(kind, ours, theirWrite(theirs, kind, in.Type))
			}
		case "delete":
			c.Equal("delete", ourDelete(httpapi.ParseDelete(values)), theirDelete(theirs, 1))
			c.Equal("delete collection", ourDelete(httpapi.ParseDeleteCollection(values)), theirDelete(theirs, 2))
		case "table":
			c.Equal("table", ourTable(values, v1), theirTable(theirs))
		}
	})
}

// statusOf returns the Status that the server sends for an error, with a message of its own
// if there is none.
func statusOf(err error) map[string]any {
	status := responsewriters.ErrorToAPIStatus(err)
	status.TypeMeta = metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}
	text, err := json.Marshal(status)
	if err != nil {
		return map[string]any{"marshal": err.Error()}
	}
	object, err := corpus.DecodeJSON(text)
	if err != nil {
		return map[string]any{"decode": err.Error()}
	}
	return object
}

// decode reads options as a handler does, and validates them.
func decode(values url.Values, into runtime.Object, kind string, validate func() field.ErrorList) error {
	if err := metascheme.ParameterCodec.DecodeParameters(values, metav1.SchemeGroupVersion, into); err != nil {
		return errors.NewBadRequest(err.Error())
	}
	if errs := validate(); len(errs) > 0 {
		return errors.NewInvalid(schema.GroupKind{Group: metav1.GroupName, Kind: kind}, "", errs)
	}
	return nil
}

func none() field.ErrorList { return nil }

func ourGet(values url.Values) any {
	options, status := httpapi.ParseGet(values)
	if status != nil {
		return status.Object()
	}
	return options.ResourceVersion
}

func theirGet(values url.Values) any {
	if exports := values["export"]; len(exports) > 0 {
		var export bool
		if err := runtime.Convert_Slice_string_To_bool(&exports, &export, nil); err != nil || export {
			return statusOf(errors.NewBadRequest("the export parameter, deprecated since v1.14, is no longer supported"))
		}
	}
	options := &metav1.GetOptions{}
	if err := decode(values, options, "GetOptions", none); err != nil {
		return statusOf(err)
	}
	if _, err := (storage.APIObjectVersioner{}).ParseResourceVersion(options.ResourceVersion); err != nil {
		return statusOf(err)
	}
	return options.ResourceVersion
}

func ourList(values url.Values, v1 *crdschema.Version, name string) any {
	o, status := httpapi.ParseList(values)
	if status == nil {
		_, status = o.Select(cases.Must(registry.NewSelectable(context.Background(), v1)))
	}
	if status != nil {
		return status.Object()
	}
	start, status := o.Start()
	out := []any{o.Labels.String(), o.Fields.String(), o.Watch, o.AllowWatchBookmarks, o.ResourceVersion, o.ResourceVersionMatch,
		number(o.TimeoutSeconds), o.Limit, o.Continue, flag(o.SendInitialEvents)}
	if status != nil {
		out = append(out, status.Object())
	} else if o.Continue != "" && !o.Watch {
		out = append(out, start.Key, start.Revision)
	}
	if status := o.SelectName(name); status != nil {
		return append(out, status.Object())
	}
	return append(out, o.Fields.String())
}

func theirList(values url.Values, converter runtime.ObjectConvertor, name string) any {
	o := &internalversion.ListOptions{}
	err := decode(values, o, "ListOptions", func() field.ErrorList {
		internalversion.SetListOptionsDefaults(o, true)
		return listvalidation.ValidateListOptions(o, true)
	})
	if err != nil {
		return statusOf(err)
	}
	labels, selected := "", fields.Everything()
	if o.LabelSelector != nil {
		labels = o.LabelSelector.String()
	}
	if o.FieldSelector != nil {
		selected, err = o.FieldSelector.Transform(func(label, value string) (string, string, error) {
			return converter.ConvertFieldLabel(lampKind, label, value)
		})
		if err != nil {
			return statusOf(errors.NewBadRequest(err.Error()))
		}
	}
	out := []any{labels, selected.String(), o.Watch, o.AllowWatchBookmarks, o.ResourceVersion, string(o.ResourceVersionMatch),
		number(o.TimeoutSeconds), o.Limit, o.Continue, flag(o.SendInitialEvents)}
	out = append(out, theirStart(o)...)
	if selected.Empty() {
		selected = fields.OneTermEqualSelector("metadata.name", name)
	} else if chosen, ok := selected.RequiresExactMatch("metadata.name"); !ok || name != chosen {
		return append(out, statusOf(errors.NewBadRequest("fieldSelector metadata.name doesn't match requested name")))
	}
	return append(out, selected.String())
}

// theirStart returns what the storage says of the start of a list or watch.
func theirStart(o *internalversion.ListOptions) []any {
	if o.Watch {
		if _, err := (storage.APIObjectVersioner{}).ParseResourceVersion(o.ResourceVersion); err != nil {
			return []any{statusOf(err)}
		}
		return nil
	}
	opts := storage.ListOptions{Recursive: true, ResourceVersion: o.ResourceVersion, ResourceVersionMatch: o.ResourceVersionMatch,
		Predicate: storage.SelectionPredicate{Continue: o.Continue, Limit: o.Limit}}
	if _, _, err := storage.ValidateListOptions("/lamps/", storage.APIObjectVersioner{}, opts); err != nil {
		return []any{statusOf(err)}
	}
	if o.Continue == "" {
		return nil
	}
	key, revision, _ := storage.DecodeContinue(o.Continue, "")
	return []any{key, revision}
}

func ourWrites(values url.Values, in sent) map[string]any {
	parsers := map[string]func() (httpapi.WriteOptions, *crdschema.Status){
		"CreateOptions": func() (httpapi.WriteOptions, *crdschema.Status) { return httpapi.ParseCreate(values) },
		"UpdateOptions": func() (httpapi.WriteOptions, *crdschema.Status) { return httpapi.ParseUpdate(values) },
		"PatchOptions":  func() (httpapi.WriteOptions, *crdschema.Status) { return httpapi.ParsePatch(values, in.Type) },
	}
	out := map[string]any{}
	for kind, parse := range parsers {
		o, status := parse()
		if status != nil {
			out[kind] = status.Object()
			continue
		}
		out[kind] = []any{o.DryRun, o.FieldManager, o.FieldValidation.String(), flag(o.Force)}
	}
	return out
}

func theirWrite(values url.Values, kind, contentType string) any {
	var patch metav1.PatchOptions // has the fields of all
	var err error
	switch kind {
	case "CreateOptions":
		o := &metav1.CreateOptions{}
		err = decode(values, o, kind, func() field.ErrorList { return validation.ValidateCreateOptions(o) })
		patch = metav1.PatchOptions{DryRun: o.DryRun, FieldManager: o.FieldManager, FieldValidation: o.FieldValidation}
	case "UpdateOptions":
		o := &metav1.UpdateOptions{}
		err = decode(values, o, kind, func() field.ErrorList { return validation.ValidateUpdateOptions(o) })
		patch = metav1.PatchOptions{DryRun: o.DryRun, FieldManager: o.FieldManager, FieldValidation: o.FieldValidation}
	default:
		err = decode(values, &patch, kind, func() field.ErrorList { return validation.ValidatePatchOptions(&patch, patchType(contentType)) })
	}
	if err != nil {
		return statusOf(err)
	}
	if patch.FieldValidation == "" {
		patch.FieldValidation = metav1.FieldValidationWarn
	}
	return []any{len(patch.DryRun) > 0, patch.FieldManager, patch.FieldValidation, flag(patch.Force)}
}

// patchType returns the type of a patch as PatchResource reads it.
func patchType(contentType string) types.PatchType {
	for i, c := range contentType {
		if c == ';' && i > 0 {
			return types.PatchType(contentType[:i])
		}
	}
	return types.PatchType(contentType)
}

func ourDelete(o httpapi.DeleteOptions, status *crdschema.Status) any {
	if status != nil {
		return status.Object()
	}
	return o.Map()
}

// theirDelete returns the options of a request to delete objects as the JSON of a body.
func theirDelete(values url.Values, objects int) any {
	o := &metav1.DeleteOptions{}
	err := decode(values, o, "DeleteOptions", func() field.ErrorList { return validation.ValidateDeleteOptions(o) })
	if ignore := o.IgnoreStoreReadErrorWithClusterBreakingPotential; ignore != nil {
		if err == nil && objects > 1 && *ignore {
			err = errors.NewInvalid(schema.GroupKind{Group: metav1.GroupName, Kind: "DeleteOptions"}, "", field.ErrorList{
				field.Invalid(field.NewPath("ignoreStoreReadErrorWithClusterBreakingPotential"), true, "is not allowed with DELETECOLLECTION, try again after removing the option")})
		}
		if !*ignore {
			o.IgnoreStoreReadErrorWithClusterBreakingPotential = nil
		}
	}
	if err != nil {
		return statusOf(err)
	}
	if len(o.DryRun) > 1 {
		o.DryRun = o.DryRun[:1]
	}
	o.TypeMeta = metav1.TypeMeta{Kind: "DeleteOptions", APIVersion: "meta.k8s.io/v1"}
	text, err := json.Marshal(o)
	if err != nil {
		return err.Error()
	}
	object, err := corpus.DecodeJSON(text)
	if err != nil {
		return err.Error()
	}
	return object
}

func ourTable(values url.Values, v1 *crdschema.Version) any {
	opts, status := httpapi.ParseTable(values)
	if status != nil {
		return status.Object()
	}
	table, err := cases.Must(registry.NewPrinter(context.Background(), v1)).Table(context.Background(), []map[string]any{{"metadata": map[string]any{"name": "a"}, "spec": map[string]any{}}}, noTime, opts...)
	if err != nil {
		panic(err)
	}
	kind := "None"
	if object, ok := table["rows"].([]any)[0].(map[string]any)["object"].(map[string]any); ok && object["kind"] == "PartialObjectMetadata" {
		kind = "Metadata"
	} else if ok {
		kind = "Object"
	}
	return []any{kind, table["columnDefinitions"] == nil}
}

func theirTable(values url.Values) any {
	o := &metav1.TableOptions{}
	if err := decode(values, o, "TableOptions", none); err != nil {
		return statusOf(err)
	}
	if errs := validation.ValidateTableOptions(o); len(errs) > 0 {
		return statusOf(errors.NewBadRequest(fmt.Sprintf("Unable to convert to Table as requested: %v", errs[0].Error())))
	}
	if o.IncludeObject == "" {
		o.IncludeObject = metav1.IncludeMetadata
	}
	return []any{string(o.IncludeObject), o.NoHeaders}
}

func number(n *int64) any {
	if n == nil {
		return nil
	}
	return *n
}

func flag(b *bool) any {
	if b == nil {
		return nil
	}
	return *b
}

// lampConverter returns the converter of the definition, which knows its fields.
func lampConverter(t *testing.T) runtime.ObjectConvertor {
	factory, err := conversion.NewCRConverterFactory(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	safe, _, err := factory.NewConverter(&apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "lamps.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "example.com", Scope: apiextensionsv1.NamespaceScoped, Conversion: &apiextensionsv1.CustomResourceConversion{Strategy: apiextensionsv1.NoneConverter},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{Name: "v1", SelectableFields: []apiextensionsv1.SelectableField{{JSONPath: ".spec.color"}}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return safe
}
