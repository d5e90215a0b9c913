package crdschema_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"

	"github.com/seed95800270/crdschema"
)

// Constants are words in texts and in JSON.
func ExampleOperation_MarshalText() {
	op := crdschema.UpdateStatus
	text, err := op.MarshalText()
	fmt.Println(string(text), op.String() == string(text), err)
	fmt.Println(op.UnmarshalText([]byte("Delete")))
	// Output:
	// UpdateStatus true <nil>
	// Operation "Delete" is none of Create, Update, UpdateStatus, UpdateScale, Patch, PatchStatus, PatchScale
}

// A flag of a command can be a constant.
func ExampleFieldValidation() {
	var mode crdschema.FieldValidation
	flags := flag.NewFlagSet("admit", flag.ContinueOnError)
	flags.TextVar(&mode, "validation", crdschema.Warn, "what to do about unknown fields")
	err := flags.Parse([]string{"-validation", "Strict"})
	fmt.Println(mode, err)
	// Output: Strict <nil>
}

// In JSON, paths and kinds of errors are words.
func ExampleResult_json() {
	object := mustDecode("{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a}, spec: {replicas: many, color: red}}").Object
	result, err := mustCompile().Admit(context.Background(), crdschema.Request{Object: object, Namespace: "default"})
	if err != nil {
		panic(err)
	}
	result.Decoded, result.Validated = nil, nil
	text, err := json.MarshalIndent(result, "", " ")
	fmt.Println(string(text), err)
	// Output:
	// {
	//  "dropped": [
	//   "spec.color"
	//  ],
	//  "errors": [
	//   {
	//    "path": "spec.replicas",
	//    "pointer": "/spec/replicas",
	//    "kind": "FieldValueTypeInvalid",
	//    "code": "type",
	//    "value": "string",
	//    "detail": "spec.replicas in body must be of type integer: \"string\"",
	//    "message": "spec.replicas: Invalid value: \"string\": spec.replicas in body must be of type integer: \"string\""
	//   }
	//  ],
	//  "warnings": [
	//   "unknown field \"spec.color\""
	//  ],
	//  "status": {
	//   "kind": "Status",
	//   "apiVersion": "v1",
	//   "metadata": {},
	//   "status": "Failure",
	//   "message": "CronTab.stable.example.com \"a\" is invalid: spec.replicas: Invalid value: \"string\": spec.replicas in body must be of type integer: \"string\"",
	//   "reason": "Invalid",
	//   "details": {
	//    "name": "a",
	//    "group": "stable.example.com",
	//    "kind": "CronTab",
	//    "causes": [
	//     {
	//      "reason": "FieldValueTypeInvalid",
	//      "message": "Invalid value: \"string\": spec.replicas in body must be of type integer: \"string\"",
	//      "field": "spec.replicas"
	//     }
	//    ]
	//   },
	//   "code": 422
	//  }
	// } <nil>
}

// exampleLog writes to standard output and without times.
func exampleLog() *slog.Logger { return slog.New(slog.NewTextHandler(os.Stdout, bareTime)) }

func ExampleResult_LogValue() {
	object := mustDecode("{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a}, spec: {color: red}}").Object
	result, err := mustCompile().Admit(context.Background(), crdschema.Request{Object: object, Namespace: "default"})
	if err != nil {
		panic(err)
	}
	exampleLog().Info("admitted", "result", result)
	fmt.Println(result.LogValue().Kind())
	// Output:
	// level=INFO msg=admitted result.accepted=true result.dropped=spec.color result.defaulted=spec.replicas result.warnings="unknown field \"spec.color\""
	// Group
}

func ExampleCRDResult_LogValue() {
	crd := mustDecode(cronTabs).Object
	crd["spec"].(map[string]any)["scope"] = "Global"
	result, err := crdschema.ValidateCRD(context.Background(), crd, nil)
	if err != nil {
		panic(err)
	}
	exampleLog().Info("checked", "result", result.LogValue())
	// Output:
	// level=INFO msg=checked result.accepted=false result.errors="spec.scope: Unsupported value: \"Global\": supported values: \"Cluster\", \"Namespaced\""
}

func ExampleStatus_LogValue() {
	exampleLog().Info("rejected", "status", &crdschema.Status{Code: 403, Reason: "Forbidden", Message: "not now"})
	// Output:
	// level=INFO msg=rejected status.code=403 status.reason=Forbidden status.message="not now"
}
