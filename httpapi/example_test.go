package httpapi_test

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
)

var definition = crdschema.MustCompileYAML(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: lamps, singular: lamp, kind: Lamp, listKind: LampList}
  versions:
  - name: v1
    served: true
    storage: true
    selectableFields: [{jsonPath: .color}]
    schema:
      openAPIV3Schema: {type: object, properties: {color: {type: string}}}
`)

// query returns the parameters of a URL.
func query(text string) url.Values {
	values, _ := url.ParseQuery(text)
	return values
}

func ExampleParseList() {
	v1, _ := definition.Version("v1")
	selectable, err := registry.NewSelectable(context.Background(), v1)
	if err != nil {
		panic(err)
	}
	options, status := httpapi.ParseList(query("labelSelector=tier+in+(web)&fieldSelector=color!%3Dred&limit=500"))
	fmt.Println(options.Labels, options.Fields, options.Limit, status)
	selection, _ := options.Select(selectable)
	fmt.Println(selection.Matches(context.Background(), map[string]any{"metadata": map[string]any{"labels": map[string]any{"tier": "web"}}}))

	for _, text := range []string{"limit=", "labelSelector=tier+in", "resourceVersionMatch=exact&resourceVersion=7"} {
		_, status := httpapi.ParseList(query(text))
		fmt.Println(status.Code, status)
	}
	options, _ = httpapi.ParseList(query("fieldSelector=watts%3D40"))
	_, status = options.Select(selectable)
	fmt.Println(status.Code, status)
	// Output:
	// tier in (web) color!=red 500 <nil>
	// true <nil>
	// 400 strconv.ParseInt: parsing "": invalid syntax
	// 400 unable to parse requirement: found '' expected: '('
	// 422 ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Unsupported value: "exact": supported values: "Exact", "NotOlderThan", ""
	// 400 field label not supported: watts
}

// A watch of one object has its name in the URL or in a field selector.
func ExampleListOptions_SelectName() {
	options, _ := httpapi.ParseList(query("watch=1"))
	fmt.Println(options.SelectName("a"), options.Fields, *options.SendInitialEvents, options.ResourceVersionMatch)
	options, _ = httpapi.ParseList(query("watch=1&fieldSelector=metadata.name%3Db"))
	fmt.Println(options.SelectName("a"))
	// Output:
	// <nil> metadata.name=a true NotOlderThan
	// fieldSelector metadata.name doesn't match requested name
}

// A list of many objects is answered in parts. The token of each answer says where the next
// one begins.
func ExampleStart_Token() {
	token := httpapi.Start{Revision: 42, Key: "default/b\x00"}.Token()
	options, _ := httpapi.ParseList(url.Values{"limit": {"500"}, "continue": {token}})
	start, status := options.Start()
	fmt.Printf("%d %q %v\n", start.Revision, start.Key, status)

	options, _ = httpapi.ParseList(query("resourceVersion=new"))
	_, status = options.Start()
	fmt.Println(status.Code, status)
	// Output:
	// 42 "default/b\x00" <nil>
	// 400 invalid resource version: resourceVersion: Invalid value: "new": strconv.ParseUint: parsing "new": invalid syntax
}

func ExampleParseGet() {
	options, status := httpapi.ParseGet(query("resourceVersion=7"))
	fmt.Println(options.ResourceVersion, status)
	_, status = httpapi.ParseGet(query("export=true"))
	fmt.Println(status.Code, status)
	// Output:
	// 7 <nil>
	// 400 the export parameter, deprecated since v1.14, is no longer supported
}

func ExampleParseCreate() {
	options, status := httpapi.ParseCreate(query("fieldValidation=Strict&dryRun=All"))
	fmt.Println(options.FieldValidation, options.DryRun, options.Manager("kubectl/v1.37.2 (linux/amd64)"), status)

	_, status = httpapi.ParseCreate(query("fieldValidation=strict&dryRun=true"))
	for _, cause := range status.Details.Causes {
		fmt.Println(status.Code, cause.Field, cause.Message)
	}
	// Output:
	// Strict true kubectl <nil>
	// 422 dryRun Unsupported value: ["true"]: supported values: "All"
	// 422 fieldValidation Unsupported value: "strict": supported values: "", "Ignore", "Strict", "Warn"
}

func ExampleParseUpdate() {
	options, status := httpapi.ParseUpdate(query("fieldManager=gardener"))
	fmt.Println(options.FieldValidation, options.DryRun, options.Manager("curl/8.0"), status)
	// Output:
	// Warn false gardener <nil>
}

func ExampleParsePatch() {
	options, status := httpapi.ParsePatch(query("fieldManager=gardener&force=true"), "application/apply-patch+yaml")
	fmt.Println(*options.Force, status)
	_, status = httpapi.ParsePatch(query("force=true"), "application/merge-patch+json")
	fmt.Println(status)
	// Output:
	// true <nil>
	// PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch
}

func ExampleParseDelete() {
	options, status := httpapi.ParseDelete(query("propagationPolicy=Foreground&gracePeriodSeconds=0&uid=b7c1"))
	fmt.Println(options.Map(), status)
	_, status = httpapi.ParseDelete(query("propagationPolicy=foreground"))
	fmt.Println(status)
	// Output:
	// map[apiVersion:meta.k8s.io/v1 gracePeriodSeconds:0 kind:DeleteOptions preconditions:map[uid:b7c1] propagationPolicy:Foreground] <nil>
	// DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "foreground": supported values: "Foreground", "Background", "Orphan", "nil"
}

func ExampleParseDeleteCollection() {
	options, status := httpapi.ParseDeleteCollection(query("dryRun=All&labelSelector=tier%3Dweb"))
	fmt.Println(options.DryRun, status)
	// Output:
	// true <nil>
}

func ExampleParseTable() {
	v1, _ := definition.Version("v1")
	printer, err := registry.NewPrinter(context.Background(), v1)
	if err != nil {
		panic(err)
	}
	options, status := httpapi.ParseTable(query("includeObject=None"))
	lamp := map[string]any{"metadata": map[string]any{"name": "a"}}
	table, err := printer.Table(context.Background(), []map[string]any{lamp}, time.Time{}, options...)
	fmt.Println(table["rows"], status, err)
	_, status = httpapi.ParseTable(query("includeObject=all"))
	fmt.Println(status.Code, status)
	// Output:
	// [map[cells:[a <nil>] object:<nil>]] <nil> <nil>
	// 400 Unable to convert to Table as requested: includeObject: Invalid value: "all": must be 'Metadata', 'Object', 'None', or empty
}

// `kubectl get` sends this header.
func ExampleParseAccept() {
	media, status := httpapi.ParseAccept("application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json")
	fmt.Println(media.Name, media.As, media.Version, status)
	fmt.Println(media.Indents("pretty=1", "kubectl/v1.37.2"), media.Indents("", "curl/8.0"), media.Indents("pretty=0", "curl/8.0"))

	_, status = httpapi.ParseAccept("text/html")
	fmt.Println(status.Code, status)
	media, _ = httpapi.ParseAccept("application/yaml")
	fmt.Println(media.Name, media.CheckWatch())
	media, _ = httpapi.ParseAccept("application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io")
	fmt.Println(media.CheckObject(), media.CheckList())
	media, _ = httpapi.ParseAccept("application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io")
	fmt.Println(media.CheckScale())
	// Output:
	// application/json Table v1 <nil>
	// true true false
	// 406 only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf
	// application/yaml only the following media types are accepted: application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch
	// <nil> you requested PartialObjectMetadata, but the requested object is a list (*unstructured.UnstructuredList)
	// you requested PartialObjectMetadataList, but the requested object is not a list (*v1.Scale)
}

func ExampleWarningHeaders() {
	headers := httpapi.WarningHeaders(registry.RecordWarnings([]string{`unknown field "spec.x"`, "a\nb", `unknown field "spec.x"`}))
	for _, header := range headers {
		fmt.Println(header)
	}
	// Output:
	// 299 - "unknown field \"spec.x\""
}

func ExampleParseWarnings() {
	warnings, errs := httpapi.ParseWarnings([]string{`299 - "old", 299 proxy "new \"spec.x\"" "Mon, 02 Jan 2006 15:04:05 GMT"`, `299 - unquoted`})
	for _, w := range warnings {
		fmt.Println(w.Code, w.Agent, w.Text)
	}
	fmt.Println(errs)
	// Output:
	// 299 - old
	// 299 proxy new "spec.x"
	// [invalid warning header: invalid quoted string: missing initial quote]
}

func ExampleWarning_Header() {
	fmt.Println(httpapi.Warning{Code: 299, Agent: "lamps", Text: `replace "hue"`}.Header())
	_, err := httpapi.Warning{Code: 299, Text: "a\nb"}.Header()
	fmt.Println(err)
	// Output:
	// 299 lamps "replace \"hue\"" <nil>
	// text must be valid UTF-8 and must not contain control characters
}
