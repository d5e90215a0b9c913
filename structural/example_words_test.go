package structural_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"

	"github.com/seed95800270/crdschema/structural"
)

// Constants are words in texts and in JSON.
func ExampleType_MarshalText() {
	typ := structural.Integer
	text, err := typ.MarshalText()
	fmt.Println(string(text), err)
	fmt.Println(typ.UnmarshalText([]byte("none")), typ)
	// Output:
	// integer <nil>
	// <nil> none
}

func ExampleFieldSource_MarshalText() {
	source := structural.FromAdditional
	text, err := source.MarshalText()
	fmt.Println(string(text), err)
	fmt.Println(source.UnmarshalText([]byte("properties")), source)
	// Output:
	// additionalProperties <nil>
	// <nil> properties
}

// A JSON pointer tells all paths apart and is understood by other programs.
func ExamplePath_Pointer() {
	path := structural.Path{structural.Field("labels"), structural.Key("example.com/tier"), structural.Index(0)}
	fmt.Println(path, path.Pointer())
	// Output: labels[example.com/tier][0] /labels/example.com~1tier/0
}

// An error is an object in JSON.
func ExampleError_MarshalJSON() {
	err := &structural.Error{
		Path: structural.Path{structural.Field("replicas")}, Kind: structural.Invalid, Code: "minimum",
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
	err := &structural.Error{Path: structural.Path{structural.Field("image")}, Kind: structural.Required, Code: "required"}
	withoutTime := func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: withoutTime}))
	log.Info("invalid", "error", err)
	log.Info("invalid", "errors", structural.Errors{err, err})
	// Output:
	// level=INFO msg=invalid error.path=image error.kind=FieldValueRequired error.code=required error.message="image: Required value"
	// level=INFO msg=invalid errors="image: Required value; image: Required value"
}
