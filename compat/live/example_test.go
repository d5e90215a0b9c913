package live_test

import (
	"context"
	"fmt"
	"net/http/httptest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"

	"github.com/seed95800270/crdschema/compat/live"
)

func ExampleObjects() {
	cluster := httptest.NewServer(&server{n: 3}) // a server with three objects
	defer cluster.Close()
	client, err := dynamic.NewForConfig(&rest.Config{Host: cluster.URL})
	if err != nil {
		panic(err)
	}
	crontabs := client.Resource(schema.GroupVersionResource{Group: "stable.example.com", Version: "v1", Resource: "crontabs"})
	for source, object := range live.Objects(context.Background(), "production", crontabs, metav1.ListOptions{}) {
		fmt.Println(source.Name, object["spec"], source.Err)
	}
	// Output:
	// production map[replicas:0] <nil>
	// production map[replicas:1] <nil>
	// production map[replicas:2] <nil>
}
