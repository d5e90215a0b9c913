package webhook_test

import (
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/declare"
	"github.com/seed95800270/crdschema/conversion/webhook"
)

// A webhook, and a client that calls it.
func Example() {
	converter, err := declare.NewChain(context.Background(), declare.Declaration{From: "example.com/v1beta1", To: "example.com/v1",
		Rules: []declare.Rule{{Rename: &declare.Rename{Path: ".cron", To: "schedule"}}}})
	if err != nil {
		panic(err)
	}
	server := httptest.NewTLSServer(webhook.Handler(converter))
	defer server.Close()

	client, err := webhook.New(webhook.Config{
		URL:            server.URL + "/convert",
		CABundle:       pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}),
		ReviewVersions: []string{"v1"},
	})
	if err != nil {
		panic(err)
	}
	defer client.Close()
	v1, err := client.Convert(context.Background(), []map[string]any{{
		"apiVersion": "example.com/v1beta1", "kind": "CronTab", "metadata": map[string]any{"name": "backup"}, "cron": "@daily",
	}}, "example.com/v1")
	fmt.Println(v1[0]["schedule"], err)
	// Output: @daily <nil>
}

// A client sends an AdmissionReview.
func ExampleClient_Send() {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response": {"uid": "1", "allowed": true}}`)
	}))
	defer server.Close()
	client, err := webhook.New(webhook.Config{
		URL: server.URL, CABundle: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}),
	})
	if err != nil {
		panic(err)
	}
	defer client.Close()
	answer, err := client.Send(context.Background(), map[string]any{"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview"})
	fmt.Println(answer["response"], err)
	// Output: map[allowed:true uid:1] <nil>
}

// The configuration is part of the CRD.
func ExampleReadConfig() {
	config, err := webhook.ReadConfig(map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "CustomResourceDefinition",
		"spec": map[string]any{
			"names": map[string]any{"kind": "CronTab"},
			"conversion": map[string]any{"strategy": "Webhook", "webhook": map[string]any{
				"conversionReviewVersions": []any{"v1"},
				"clientConfig":             map[string]any{"service": map[string]any{"namespace": "default", "name": "hook", "path": "/convert"}},
			}},
		},
	})
	fmt.Println(config.Service.Name, config.Service.Path, config.ReviewVersions, config.ListKind, err)
	// Output: hook /convert [v1] CronTabList <nil>
}

// A malformed answer gives the server's error.
func ExampleNew() {
	client, err := webhook.New(webhook.Config{URL: "https://example.com/convert", ReviewVersions: []string{"v1"}},
		webhook.WithTransport(canned{status: http.StatusOK, contentType: "text/html", body: []byte("<html>")}))
	if err != nil {
		panic(err)
	}
	_, err = client.Convert(context.Background(), []map[string]any{thing(older, "a")}, newer)
	fmt.Println(strings.Cut(err.Error(), " into Go value"))
	// Output: conversion webhook for example.com/v1beta1, Kind=Thing failed: couldn't get version/kind; json parse error: json: cannot unmarshal string  of type struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" } true
}

// A handler sends the answers of conversion.Respond over HTTP.
func ExampleHandler() {
	handler := webhook.Handler(conversion.None{}, webhook.WithMaxRequestBytes(1<<20))
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodPost, "/convert", strings.NewReader(`{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
		"request": {"uid": "3f1e", "desiredAPIVersion": "example.com/v1", "objects": []}}`))
	r.Header.Set("Content-Type", "application/json")
	handler.ServeHTTP(w, r)
	fmt.Println(w.Code, w.Body)
	// Output: 200 {"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","response":{"convertedObjects":[],"result":{"status":"Success"},"uid":"3f1e"}}
}

func ExampleWithMaxRequestBytes() {
	handler := webhook.Handler(conversion.None{}, webhook.WithMaxRequestBytes(10))
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodPost, "/convert", strings.NewReader(`{"kind": "ConversionReview"}`))
	r.Header.Set("Content-Type", "application/json")
	handler.ServeHTTP(w, r)
	fmt.Println(w.Code)
	// Output: 413
}

var exampleConfig = webhook.Config{Service: &webhook.Service{Namespace: "default", Name: "hook"}, ReviewVersions: []string{"v1"}}

// convertOne converts an object and prints the error.
func convertOne(opts ...webhook.Option) {
	client, err := webhook.New(exampleConfig, opts...)
	if err != nil {
		panic(err)
	}
	defer client.Close()
	_, err = client.Convert(context.Background(), []map[string]any{thing(older, "a"), thing(older, "b")}, newer)
	fmt.Println(errors.Unwrap(err))
}

// A dialer may use an egress proxy, a tunnel or a table of addresses.
func ExampleWithDialer() {
	convertOne(webhook.WithTimeout(0), webhook.WithDialer(func(_ context.Context, _, address string) (net.Conn, error) {
		return nil, fmt.Errorf("no way to %s", address)
	}))
	// Output: Post "https://hook.default.svc:443/": no way to hook.default.svc:443
}

func ExampleWithTransport() {
	convertOne(webhook.WithTransport(canned{status: http.StatusServiceUnavailable}))
	// Output: the server is currently unable to handle the request
}

func ExampleWithTimeout() {
	hang := func(ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	convertOne(webhook.WithTimeout(1), webhook.WithDialer(hang))
	// Output: context deadline exceeded
}

func ExampleWithMaxResponseBytes() {
	convertOne(webhook.WithMaxResponseBytes(3), webhook.WithTransport(canned{status: http.StatusOK, body: []byte("{    }")}))
	// Output: the response is longer than 3 bytes
}

func ExampleWithUIDs() {
	answer := `{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","response":{"uid":"4"}}`
	convertOne(webhook.WithUIDs(func() string { return "3" }), webhook.WithTransport(canned{status: http.StatusOK, body: []byte(answer)}))
	// Output: expected response.uid="3", got "4"
}

// The call fails with the first of two requests.
func ExampleWithBatchSize() {
	convertOne(webhook.WithBatchSize(1), webhook.WithTransport(canned{status: http.StatusNotFound}))
	// Output: the server could not find the requested resource
}

func ExampleStatusError_Error() {
	err := &webhook.StatusError{Code: http.StatusNotFound}
	fmt.Println(err.Error())
	// Output: the server could not find the requested resource
}
