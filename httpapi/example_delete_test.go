package httpapi_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/httpapi"
)

// The options of a collection without objects are rejected, too.
func ExampleParseDeleteOptions() {
	for _, body := range []string{"", `{"gracePeriodSeconds":5,"preconditions":{"uid":"u"}}`, `{"propagationPolicy":"Orphaned"}`, `{"kind":"Lamp","apiVersion":"example.com/v1"}`} {
		options, status, err := httpapi.ParseDeleteOptions(context.Background(), query("dryRun=All"), "application/json", []byte(body))
		fmt.Println(options.DryRun, options.UID, err)
		if status != nil {
			fmt.Println(status.Code, status)
		}
	}
	// Output:
	// true  <nil>
	// false u <nil>
	// false  <nil>
	// 422 DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Orphaned": supported values: "Foreground", "Background", "Orphan", "nil"
	// false  <nil>
	// 400 no kind "Lamp" is registered for version "example.com/v1" in scheme "pkg/runtime/scheme.go:111"
}
