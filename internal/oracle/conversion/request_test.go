package conversion

import (
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/internal/oracle/parity"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// recorder returns valid responses and keeps the last request.
type recorder struct {
	mu    sync.Mutex // held from our request to the response to theirs
	asked map[string]any
}

func (rec *recorder) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r, err := read(req)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	rec.asked = map[string]any{
		"method": req.Method, "host": req.Host, "url": req.URL.String(), "protocol": req.Proto,
		"content type": req.Header.Get("Content-Type"), "accept": req.Header.Get("Accept"),
		"apiVersion": r.APIVersion, "to": r.To, "objects": r.Objects, "uid": uuid.MatchString(r.UID),
	}
	ok(r).write(w)
}

// last returns the last request.
func (rec *recorder) last() map[string]any {
	asked := rec.asked
	rec.asked = nil
	return asked
}

// TestRequests compares the requests that are sent to a webhook, if it is called.
func TestRequests(t *testing.T) {
	rec := &recorder{}
	server := httptest.NewTLSServer(rec)
	t.Cleanup(server.Close)
	bundle := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	factory, err := newFactory()
	require.NoError(t, err)
	var all []sides
	for _, path := range []string{"", "/", "/convert", "/convert/", "/a//b/../c", "/%41%2Fb"} {
		at := server.URL + path
		client, err := webhook.New(webhook.Config{URL: at, CABundle: bundle, ReviewVersions: []string{"v2", "v1beta1", "v1"}})
		require.NoError(t, err)
		t.Cleanup(client.Close)
		reference, err := theirs(factory, &apiextensionsv1.CustomResourceConversion{
			Strategy: apiextensionsv1.WebhookConverter,
			Webhook: &apiextensionsv1.WebhookConversion{
				ClientConfig:             &apiextensionsv1.WebhookClientConfig{URL: &at, CABundle: bundle},
				ConversionReviewVersions: []string{"v2", "v1beta1", "v1"},
			},
		})
		require.NoError(t, err)
		all = append(all, sides{ours: conversion.Kind{Group: group, Versions: versions, Converter: client}, theirs: reference})
	}
	cases := parity.Generated(parity.Full(5_000), inputFor)
	parity.Run(t, "convert-webhook-request", cases, func(c *parity.Check, in input) {
		rec.mu.Lock()
		defer rec.mu.Unlock()
		both := all[len(in.Object)%len(all)]
		convertOurs(both.ours, in)
		ours := rec.last()
		convertTheirs(both.theirs, in.Object, in.List, in.To)
		theirs := rec.last()
		same := parity.Equal(ours["objects"], theirs["objects"])
		c.Equal("same objects", same, true)
		delete(ours, "objects")
		delete(theirs, "objects")
		c.Equal("request", ours, theirs)
	})
}
