package versionpriority_test

import (
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/versionpriority"
)

func ExampleSort() {
	versions := []string{"foo10", "v11alpha2", "v3beta1", "v1", "foo1", "v10", "v12alpha1", "v10beta3", "v2", "v11beta2"}
	fmt.Println(versionpriority.Sort(versions))
	// Output: [v10 v2 v1 v11beta2 v10beta3 v3beta1 v12alpha1 v11alpha2 foo1 foo10]
}

// Compare sorts values that have a version.
func ExampleCompare() {
	type served struct{ version, kind string }
	all := []served{{"v1beta1", "Gadget"}, {"v1", "Widget"}, {"v2alpha1", "Gizmo"}}
	slices.SortStableFunc(all, func(a, b served) int {
		return versionpriority.Compare(a.version, b.version)
	})
	fmt.Println(all)
	fmt.Println(versionpriority.Compare("v2beta1", "v1") > 0)
	fmt.Println(versionpriority.Compare("v1", "v01"))
	// Output:
	// [{v1 Widget} {v1beta1 Gadget} {v2alpha1 Gizmo}]
	// true
	// 0
}

func ExamplePreferred() {
	fmt.Println(versionpriority.Preferred([]string{"v2alpha1", "v1beta1", "v1beta2"}))
	// Output: v1beta2
}
