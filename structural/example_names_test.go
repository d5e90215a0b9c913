package structural_test

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// A version has to start with a letter, as no namespace has to.
func ExampleCheckDNS1035Label() {
	for _, version := range []string{"v1beta1", "1beta1"} {
		if wrong := structural.CheckDNS1035Label(version); wrong != nil {
			fmt.Printf("%s: %.25s...\n", version, wrong[0])
		}
	}
	// Output: 1beta1: a DNS-1035 label must con...
}

// All that is wrong is told: this key is too long and ends with a dash.
func ExampleCheckLabelKey() {
	fmt.Println(structural.CheckLabelKey("app.kubernetes.io/name") == nil)
	for _, wrong := range structural.CheckLabelKey(strings.Repeat("x", 63) + "-") {
		fmt.Printf("%.36s\n", wrong)
	}
	// Output:
	// true
	// name part must be no more than 63 by
	// name part must consist of alphanumer
}

// Unlike a key, a value may be empty and has no prefix.
func ExampleCheckLabelValue() {
	for _, value := range []string{"", "v1.2_rc", "example.com/v1"} {
		fmt.Printf("%q %t\n", value, structural.CheckLabelValue(value) == nil)
	}
	// Output:
	// "" true
	// "v1.2_rc" true
	// "example.com/v1" false
}

// The prefix ".." is fine, because something follows; a slash is not.
func ExampleCheckPathSegmentPrefix() {
	fmt.Println(structural.CheckPathSegmentPrefix("..") == nil, structural.CheckPathSegmentName("..") == nil)
	fmt.Println(structural.CheckPathSegmentPrefix("50%/a"))
	// Output:
	// true false
	// [may not contain '/' may not contain '%']
}

func ExampleCheckPort() {
	fmt.Println(structural.CheckPort(8443) == nil, structural.CheckPort(70000))
	// Output: true [must be between 1 and 65535, inclusive]
}

// A generateName usually ends with a dash, which no name may end with.
func ExampleMaskTrailingDash() {
	const generateName = "worker-"
	fmt.Println(structural.CheckDNS1123Subdomain(generateName) == nil)
	fmt.Println(structural.CheckDNS1123Subdomain(structural.MaskTrailingDash(generateName)) == nil)
	// Output:
	// false
	// true
}
