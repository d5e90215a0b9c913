package apimachinery_test

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/seed95800270/crdschema/apimachinery"
)

func ExampleNewTableConvertor() {
	version, _ := definition().Version("v1")
	convertor := apimachinery.NewTableConvertor(version)
	table, err := convertor.ConvertToTable(ctx, &unstructured.Unstructured{Object: object(map[string]any{"image": "nightly:1"})}, nil)
	if err != nil {
		panic(err)
	}
	for i, column := range table.ColumnDefinitions {
		fmt.Println(column.Name, table.Rows[0].Cells[i])
	}
	// Output:
	// Name nightly
	// Image nightly:1
}

func ExampleWithClock() {
	version, _ := withoutColumns().Version("v1")
	clock := func() time.Time { return time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC) }
	convertor := apimachinery.NewTableConvertor(version, apimachinery.WithClock(clock))
	obj := &unstructured.Unstructured{Object: object(nil)}
	obj.Object["metadata"].(map[string]any)["creationTimestamp"] = "2024-01-02T03:00:00Z"
	table, err := convertor.ConvertToTable(ctx, obj, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(table.ColumnDefinitions[1].Name, table.Rows[0].Cells[1])
	// Output: Age 4m5s
}
