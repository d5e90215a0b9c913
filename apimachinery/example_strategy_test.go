package apimachinery_test

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/seed95800270/crdschema/apimachinery"
)

// In a server, the strategies are fields of a genericregistry.Store, whose methods call
// them like this.
func ExampleNewStrategy() {
	version, _ := definition().Version("v1")
	strategy := apimachinery.NewStrategy(version)
	kinds, _, _ := strategy.ObjectKinds(&unstructured.Unstructured{Object: object(nil)})
	fmt.Println(kinds, strategy.Recognizes(kinds[0]), strategy.NamespaceScoped(), len(strategy.GenerateName("nightly-")))

	obj := &unstructured.Unstructured{Object: object(map[string]any{"image": "nightly:1"})}
	strategy.PrepareForCreate(ctx, obj)
	fmt.Println(obj.GetGeneration(), strategy.Validate(ctx, obj), strategy.WarningsOnCreate(ctx, obj))
	strategy.Canonicalize(obj)
	labels, fields, err := strategy.GetAttrs(obj)
	fmt.Println(len(labels), fields, err)

	next := obj.DeepCopy()
	next.Object["spec"] = map[string]any{"image": "forbidden"}
	strategy.PrepareForUpdate(ctx, next, obj)
	for _, err := range strategy.ValidateUpdate(ctx, next, obj) {
		fmt.Println(err)
	}
	fmt.Println(strategy.WarningsOnUpdate(ctx, next, obj))
	fmt.Println(strategy.AllowCreateOnUpdate(ctx), strategy.AllowUnconditionalUpdate(ctx), strategy.GetResetFields())
	// Output:
	// [stable.example.com/v1, Kind=CronTab] true true 13
	// 1 [] []
	// 0 metadata.name=nightly,metadata.namespace=default,spec.image=nightly:1 <nil>
	// metadata.resourceVersion: Invalid value: "": must be specified for an update
	// spec: Invalid value: this image is forbidden
	// []
	// false false map[stable.example.com/v1:.status]
}

func ExampleNewStatusStrategy() {
	version, _ := definition().Version("v1")
	strategy := apimachinery.NewStatusStrategy(apimachinery.NewStrategy(version))
	old := &unstructured.Unstructured{Object: object(map[string]any{"image": "nightly:1"})}
	old.SetResourceVersion("7")
	obj := old.DeepCopy()
	obj.Object["spec"] = map[string]any{"image": "other"} // not part of the status
	obj.Object["status"] = map[string]any{"ready": int64(1)}
	strategy.PrepareForUpdate(ctx, obj, old)
	fmt.Println(obj.Object["spec"], obj.Object["status"], strategy.ValidateUpdate(ctx, obj, old))
	// Output: map[image:nightly:1] map[ready:1] []
}

// A server records warnings with warning.AddWarning of k8s.io/apiserver.
func ExampleWithWarningRecorder() {
	version, _ := definition().Version("v1")
	strategy := apimachinery.NewStrategy(version, apimachinery.WithWarningRecorder(func(_ context.Context, text string) {
		fmt.Println("Warning:", text)
	}))
	old := &unstructured.Unstructured{Object: object(map[string]any{"image": "forbidden"})}
	old.SetResourceVersion("7")
	obj := old.DeepCopy()
	obj.SetLabels(map[string]string{"a": "b"})
	fmt.Println(strategy.ValidateUpdate(ctx, obj, old))
	// Output:
	// Warning: spec: Invalid value: this image is forbidden
	// []
}
