package lifecycle_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/seed95800270/crdschema/lifecycle"
)

func print(document map[string]any) {
	text, err := json.Marshal(document)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}

func established() []map[string]any {
	crd, err := lifecycle.Reconcile(context.Background(), objectOf(crontabs), nil, time.Time{})
	if err != nil {
		panic(err)
	}
	return []map[string]any{crd}
}

// The group of the CRDs themselves comes first.
func ExampleDiscoverAll() {
	groups := append([]lifecycle.Discovery{lifecycle.APIExtensions()}, lifecycle.DiscoverAll(established())...)
	for _, group := range groups {
		fmt.Println(group.Group, group.Versions)
	}
	// Output:
	// apiextensions.k8s.io [v1]
	// stable.example.com [v1 v1beta1]
}

// GET /apis
func ExampleAPIGroupList() {
	print(lifecycle.APIGroupList(lifecycle.APIExtensions()))
	// Output: {"apiVersion":"v1","groups":[{"name":"apiextensions.k8s.io","preferredVersion":{"groupVersion":"apiextensions.k8s.io/v1","version":"v1"},"versions":[{"groupVersion":"apiextensions.k8s.io/v1","version":"v1"}]}],"kind":"APIGroupList"}
}

func ExampleAPIExtensions() {
	for _, resource := range lifecycle.APIExtensions().Resources["v1"] {
		fmt.Println(resource["name"], resource["verbs"])
	}
	// Output:
	// customresourcedefinitions [create delete deletecollection get list patch update watch]
	// customresourcedefinitions/status [get patch update]
}

// GET /apis/stable.example.com
func ExampleDiscovery_APIGroup() {
	group := lifecycle.Discover("stable.example.com", established()).APIGroup()
	fmt.Println(group["kind"], group["preferredVersion"])
	fmt.Println("404:", lifecycle.Discover("example.com", established()).APIGroup() == nil)
	// Output:
	// APIGroup map[groupVersion:stable.example.com/v1 version:v1]
	// 404: true
}

// GET /apis/stable.example.com/v1beta1
func ExampleDiscovery_APIResourceList() {
	d := lifecycle.Discover("stable.example.com", established())
	print(d.APIResourceList("v1beta1"))
	fmt.Println("404:", d.APIResourceList("v2") == nil)
	// Output:
	// {"apiVersion":"v1","groupVersion":"stable.example.com/v1beta1","kind":"APIResourceList","resources":[{"kind":"CronTab","name":"crontabs","namespaced":true,"shortNames":["ct"],"singularName":"crontab","storageVersionHash":"EdX2FP+L0js=","verbs":["delete","deletecollection","get","list","patch","create","update","watch"]}]}
	// 404: true
}

// GET /apis with an Accept header that names the aggregated document.
func ExampleAPIGroupDiscoveryList() {
	document := lifecycle.APIGroupDiscoveryList(lifecycle.DiscoverAll(established())...)
	item := document["items"].([]any)[0].(map[string]any)
	fmt.Println(item["metadata"])
	for _, v := range item["versions"].([]any) {
		version := v.(map[string]any)
		resource := version["resources"].([]any)[0].(map[string]any)
		fmt.Println(version["version"], version["freshness"], resource["resource"], resource["scope"], resource["responseKind"])
	}
	// Output:
	// map[name:stable.example.com]
	// v1 Current crontabs Namespaced map[group:stable.example.com kind:CronTab version:v1]
	// v1beta1 Current crontabs Namespaced map[group:stable.example.com kind:CronTab version:v1beta1]
}

// A client that sends the ETag back in If-None-Match gets 304 and no body.
func ExampleETag() {
	document := lifecycle.APIGroupDiscoveryList(lifecycle.APIExtensions())
	fmt.Println(lifecycle.ETag(document))
	// Output: "790BFBF6BFB40D7031B74F348C4565E8C94EA1331B9C131A5EACD1B92E8D0BC6CCC65AC7F6A22F623912E0DDE70D02C6473BCC1941E75325E148840788225D0D"
}
