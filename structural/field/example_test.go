package field_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/seed95800270/crdschema/structural/field"
)

// Fields are separated by dots.
func ExampleField() {
	fmt.Println(field.Path{field.Field("spec"), field.Field("image")})
	// Output: spec.image
}

// The names of labels, annotations and properties are keys: they may contain dots.
func ExampleKey() {
	fmt.Println(field.Path{field.Field("labels"), field.Key("example.com/tier")})
	// Output: labels[example.com/tier]
}

func ExampleIndex() {
	fmt.Println(field.Path{field.Field("ports"), field.Index(0)})
	// Output: ports[0]
}

// The steps of a path lead to its value.
func ExampleStep() {
	value := any(map[string]any{"ports": []any{map[string]any{"name": "http"}}})
	path := field.Path{field.Field("ports"), field.Index(0), field.Field("name")}
	for _, step := range path {
		if step.Kind() == field.IndexStep {
			value = value.([]any)[step.Index()]
		} else {
			value = value.(map[string]any)[step.Name()]
		}
	}
	fmt.Println(value)
	// Output: http
}

// Steps sort as a reader expects: 9 before 10.
func ExampleStep_Compare() {
	fmt.Println(field.Index(9).Compare(field.Index(10)), field.Field("b").Compare(field.Field("a")))
	// Output: -1 1
}

// Different paths may print the same text: compare paths, not texts.
func ExamplePath_Compare() {
	one := field.Path{field.Field("a.b")}
	two := field.Path{field.Field("a"), field.Field("b")}
	fmt.Println(one.String() == two.String(), one.Compare(two) == 0)
	// Output: true false
}

// The server prints the paths of unknown fields and of invalid values in
// different ways.
func ExamplePath_Dotted() {
	path := field.Path{field.Field("limits"), field.Key("cpu")}.Append(field.Index(1))
	fmt.Println(path.String(), path.Dotted())
	// Output: limits[cpu][1] limits.cpu[1]
}

// The text is the reason in the causes of a server's Status.
func ExampleKind_String() {
	fmt.Println(field.Required.String(), field.TooLong.String())
	// Output: FieldValueRequired FieldValueTooLong
}

// An error has parts for programs and texts for people.
func ExampleError() {
	e := &field.Error{
		Path:   field.Path{field.Field("spec"), field.Field("replicas")},
		Kind:   field.Invalid,
		Value:  int64(-1),
		Detail: "should be greater than or equal to 0",
	}
	fmt.Println(e.Error())
	fmt.Println(e.Location())
	fmt.Println(e.Body())
	// Output:
	// spec.replicas: Invalid value: -1: should be greater than or equal to 0
	// spec.replicas
	// Invalid value: -1: should be greater than or equal to 0
}

// A JSON pointer tells all paths apart and is understood by other programs.
func ExamplePath_Pointer() {
	path := field.Path{field.Field("labels"), field.Key("example.com/tier"), field.Index(0)}
	fmt.Println(path, path.Pointer())
	// Output: labels[example.com/tier][0] /labels/example.com~1tier/0
}

// An error is an object in JSON.
func ExampleError_MarshalJSON() {
	err := &field.Error{
		Path: field.Path{field.Field("replicas")}, Kind: field.Invalid, Code: "minimum",
		Value: int64(-1), Detail: "replicas in body should be greater than or equal to 0",
	}
	text, _ := json.MarshalIndent(err, "", "  ")
	fmt.Println(string(text))
	// Output:
	// {
	//   "path": "replicas",
	//   "pointer": "/replicas",
	//   "kind": "FieldValueInvalid",
	//   "code": "minimum",
	//   "value": -1,
	//   "detail": "replicas in body should be greater than or equal to 0",
	//   "message": "replicas: Invalid value: -1: replicas in body should be greater than or equal to 0"
	// }
}

// In a log, an error is a group of attributes, and a list of errors their texts.
func ExampleError_LogValue() {
	err := &field.Error{Path: field.Path{field.Field("image")}, Kind: field.Required, Code: "required"}
	withoutTime := func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: withoutTime}))
	log.Info("invalid", "error", err)
	log.Info("invalid", "errors", field.Errors{err, err})
	// Output:
	// level=INFO msg=invalid error.path=image error.kind=FieldValueRequired error.code=required error.message="image: Required value"
	// level=INFO msg=invalid errors="image: Required value; image: Required value"
}

// Kinds of errors and of steps are words in JSON.
func ExampleKind_MarshalText() {
	kind, step := field.Required, field.KeyStep
	text, err := kind.MarshalText()
	fmt.Println(string(text), err)
	fmt.Println(kind.UnmarshalText([]byte("FieldValueTooLong")), kind)
	text, err = step.MarshalText()
	fmt.Println(string(text), err)
	// Output:
	// FieldValueRequired <nil>
	// <nil> FieldValueTooLong
	// key <nil>
}

// Errors of a part are moved below its path.
func ExampleErrors_In() {
	errs := field.Errors{{Path: field.Path{field.Field("items")}, Kind: field.Required, Value: field.Omitted, Detail: "must be specified"}}
	fmt.Println(errs.In(field.Field("schema"), field.Field("openAPIV3Schema"))[0])
	// Output: schema.openAPIV3Schema.items: Required value: must be specified
}

// Errors of several checks are sorted together, indices by number.
func ExampleErrors_Sort() {
	at := func(i int) *field.Error {
		return &field.Error{Path: field.Path{field.Field("ports"), field.Index(i)}, Kind: field.Forbidden}
	}
	fmt.Printf("%q\n", field.Errors{at(10), at(9)}.Sort().Texts())
	// Output: ["ports[9]: Forbidden" "ports[10]: Forbidden"]
}

// An empty list is not an error. ErrorsOf returns the list of an error.
func ExampleErrors_Err() {
	fmt.Println(field.Errors{}.Err())
	err := fmt.Errorf("not compiled: %w", field.Errors{{Path: field.Path{field.Field("type")}, Kind: field.Required}}.Err())
	fmt.Println(err)
	fmt.Println(field.ErrorsOf(err)[0].Kind)
	// Output:
	// <nil>
	// not compiled: type: Required value
	// FieldValueRequired
}

func ExampleErrorsOf() {
	one := &field.Error{Path: field.Path{field.Field("image")}, Kind: field.Required}
	fmt.Println(len(field.ErrorsOf(fmt.Errorf("invalid: %w", one))), len(field.ErrorsOf(errors.New("no verdict"))))
	// Output: 1 0
}

// The printed location may differ from the path.
func ExamplePrintedAt() {
	e := field.PrintedAt(field.Error{Path: field.Path{field.Field("spec"), field.Field("rules"), field.Index(0)}, Kind: field.Forbidden}, "webhook")
	fmt.Println(e, e.Path)
	// Output: webhook: Forbidden spec.rules[0]
}

// The server reports some problems without a location.
func ExampleVerbatim() {
	e := field.Verbatim(field.Error{Path: field.Path{field.Field("spec")}, Detail: "the object is too large"})
	location, text := e.Cause()
	fmt.Printf("%v; %q %q\n", e, location, text)
	// Output: the object is too large; "" "the object is too large"
}

// The server escapes the names of unknown fields of CRDs only.
func ExampleQuoted() {
	e := field.Error{Path: field.Path{field.Field("a\tb")}, Kind: field.UnknownField}
	fmt.Println(field.Quoted(e))
	// Output: unknown field "a\tb"
}

// The server prints where a schema is in its internal types.
func ExampleErrors_PrintedIn() {
	errs := field.Errors{{Path: field.Path{field.Field("properties"), field.Key("a"), field.Field("type")}, Kind: field.Required}}
	moved := errs.PrintedIn("spec.validation.openAPIV3Schema", field.Field("spec"), field.Field("versions"), field.Index(0))[0]
	fmt.Println(moved.Location())
	fmt.Println(moved.Path)
	// Output:
	// spec.validation.openAPIV3Schema.properties[a].type
	// spec.versions[0].properties[a].type
}

// A second path in the text moves with the error.
func ExampleError_Mention() {
	e := &field.Error{Path: field.Path{field.Field("items")}, Kind: field.Required, Detail: "because it is defined in "}
	e.Mention(field.Path{field.Field("not"), field.Field("items")})
	moved := e.In(field.Field("schema"))
	fmt.Println(moved)
	fmt.Println(moved.Owner())
	// Output:
	// schema.items: Required value: because it is defined in schema.not.items
	// schema
}

// Size tells how much of a bound on results an error takes.
func ExampleError_Size() {
	e := &field.Error{Path: field.Path{field.Field("image")}, Kind: field.Invalid, Value: "x", Detail: "too short"}
	fmt.Println(e.Size() == e.Path.Size()+len(e.Detail)+5)
	// Output: true
}

// The encoders of JSON and of logs call these methods.
func ExampleErrors_LogValue() {
	e := &field.Error{Path: field.Path{field.Field("image")}, Kind: field.Required, Value: field.Omitted, Code: "required"}
	text, err := e.MarshalJSON()
	fmt.Println(string(text), err)
	fmt.Println(e.LogValue())
	list, err := json.Marshal(field.Errors{e}.LogValue().Any())
	fmt.Println(string(list) == "["+string(text)+"]", err)
	// Output:
	// {"path":"image","pointer":"/image","kind":"FieldValueRequired","code":"required","message":"image: Required value"} <nil>
	// [path=image kind=FieldValueRequired code=required message=image: Required value]
	// true <nil>
}

// The text of utilerrors.Aggregate, for logs and messages that had it.
func ExampleErrors_Aggregate() {
	err := &field.Error{Path: field.Path{field.Field("a")}, Kind: field.Required, Value: field.Omitted}
	fmt.Println(field.Errors{err, err.In(field.Field("spec"))}.Aggregate())
	fmt.Println(len(field.ErrorsOf(fmt.Errorf("wrapped: %w", field.Errors{err, err}.Aggregate()))))
	// Output:
	// [a: Required value, spec.a: Required value]
	// 2
}
