package webhook_test

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
)

// A service is called by its name, regardless of the address that the dialer uses.
func TestService(t *testing.T) {
	a := newAuthority(t)
	var host, path string
	server := a.serve(t, fault(func(w http.ResponseWriter, r *http.Request) {
		host, path = r.Host, r.URL.Path
		echo.ServeHTTP(w, r)
	}), &x509.Certificate{DNSNames: []string{"hook.default.svc"}})
	var dialed string
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		dialed = address
		return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
	}
	for _, service := range []webhook.Service{{Name: "hook", Namespace: "default"}, {Name: "hook", Namespace: "default", Port: 8443, Path: "/a//b/"}} {
		client, err := webhook.New(webhook.Config{Service: &service, CABundle: a.bundle(), ReviewVersions: []string{"v1beta1"}}, webhook.WithDialer(dial))
		require.NoError(t, err)
		got, err := client.Convert(context.Background(), things(older, 1), newer)
		client.Close()
		require.NoError(t, err)
		assert.Equal(t, things(newer, 1), got)
		if service.Port == 0 {
			assert.Equal(t, []string{"hook.default.svc:443", "hook.default.svc:443", "/"}, []string{dialed, host, path})
		} else {
			assert.Equal(t, []string{"hook.default.svc:8443", "hook.default.svc:8443", "/a/b"}, []string{dialed, host, path})
		}
	}
}

func TestBatches(t *testing.T) {
	a := newAuthority(t)
	sizes := []int{}
	c := conversion.Func(func(_ context.Context, obj map[string]any, _ string) (map[string]any, error) {
		if obj["spec"] == "bad" {
			return nil, errors.New("bad spec")
		}
		return obj, nil
	})
	handler := webhook.Handler(c)
	server := a.serve(t, fault(func(w http.ResponseWriter, r *http.Request) {
		sizes = append(sizes, 1)
		handler.ServeHTTP(w, r)
	}), &x509.Certificate{})
	objs, want := []map[string]any{}, []map[string]any{}
	for i := range 10 {
		version, name := older, string(rune('a'+i))
		if i%3 == 0 {
			version = newer
		}
		objs, want = append(objs, thing(version, name)), append(want, thing(newer, name))
	}
	client := a.client(t, server.URL, webhook.WithBatchSize(3))
	got, err := client.Convert(context.Background(), objs, newer)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	assert.Len(t, sizes, 3, "the last batch has nothing to convert")

	objs[8]["spec"] = "bad"
	got, err = client.Convert(context.Background(), objs, newer)
	assert.Nil(t, got)
	assert.EqualError(t, err, "conversion webhook for example.com/v1, Kind=ThingList failed: Thing i: bad spec")
}

// The index in an error counts all objects that were sent, in any batch.
func TestIndexOverBatches(t *testing.T) {
	a := newAuthority(t)
	server := a.serve(t, rename("b"), &x509.Certificate{})
	objs := []map[string]any{thing(older, "a"), thing(newer, "x"), thing(older, "c"), thing(older, "b"), thing(older, "d")}
	for _, size := range []int{0, 1, 2, 3, 4, 5, 6} {
		client := a.client(t, server.URL, webhook.WithBatchSize(size))
		_, err := client.Convert(context.Background(), objs, newer)
		assert.EqualError(t, err, "conversion webhook for example.com/v1, Kind=ThingList returned invalid converted object at index 2: "+
			"must have the same name: b != changed", "batches of %d", size)
	}
}

// rename returns a webhook that changes the name of an object after the handler has
// answered, because the handler would restore it.
func rename(name string) http.Handler {
	return fault(func(w http.ResponseWriter, r *http.Request) {
		recorder := &replacing{ResponseWriter: w, old: `"name":"` + name + `"`, new: `"name":"changed"`}
		echo.ServeHTTP(recorder, r)
	})
}

func TestNothingToConvert(t *testing.T) {
	client, err := webhook.New(webhook.Config{URL: "https://127.0.0.1:1/", ReviewVersions: []string{"v1"}})
	require.NoError(t, err)
	objs := things(newer, 2)
	got, err := client.Convert(context.Background(), objs, newer)
	require.NoError(t, err, "nobody is called")
	assert.Same(t, &objs[0], &got[0])
	got, err = client.Convert(context.Background(), nil, newer)
	require.NoError(t, err)
	assert.Empty(t, got)

	client, err = webhook.New(webhook.Config{URL: "https://127.0.0.1:1/", ReviewVersions: []string{"v2"}})
	require.NoError(t, err)
	got, err = client.Convert(context.Background(), objs, newer)
	assert.EqualError(t, err, "no supported conversion review versions")
	assert.Nil(t, got)
}

func TestReadConfig(t *testing.T) {
	bundle := base64.StdEncoding.EncodeToString([]byte("certificates"))
	service := map[string]any{"name": "hook", "namespace": "default", "port": int64(8443), "path": "/convert"}
	names := map[string]any{"kind": "Thing"}
	got, err := webhook.ReadConfig(map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "spec": map[string]any{
		"names": names, "conversion": map[string]any{"strategy": "Webhook", "webhook": map[string]any{
			"clientConfig": map[string]any{"service": service, "caBundle": bundle}, "conversionReviewVersions": []any{"v1", "v1beta1"}}}}})
	require.NoError(t, err)
	want := webhook.Config{Service: &webhook.Service{Name: "hook", Namespace: "default", Port: 8443, Path: "/convert"},
		CABundle: []byte("certificates"), ReviewVersions: []string{"v1", "v1beta1"}, ListKind: "ThingList"}
	assert.Equal(t, want, got)

	got, err = webhook.ReadConfig(map[string]any{"apiVersion": "apiextensions.k8s.io/v1beta1", "spec": map[string]any{
		"names": map[string]any{"listKind": "Things"}, "conversion": map[string]any{"strategy": "Webhook",
			"webhookClientConfig": map[string]any{"url": "https://example.com/convert"}}}})
	require.NoError(t, err)
	assert.Equal(t, webhook.Config{URL: "https://example.com/convert", CABundle: []byte{}, ReviewVersions: []string{"v1beta1"}, ListKind: "Things"}, got)

	for _, conversion := range []any{nil, "x", map[string]any{}, map[string]any{"strategy": "None"}, map[string]any{"strategy": int64(1)}} {
		_, err := webhook.ReadConfig(map[string]any{"spec": map[string]any{"conversion": conversion}})
		assert.Error(t, err)
	}
	for name, client := range map[string]any{
		"client": "x", "url": map[string]any{"url": int64(1)}, "bundle": map[string]any{"caBundle": "%"}, "service": map[string]any{"service": "x"},
		"port": map[string]any{"service": map[string]any{"port": "443"}}, "ports": map[string]any{"service": map[string]any{"port": int64(70_000)}},
	} {
		_, err := webhook.ReadConfig(map[string]any{"spec": map[string]any{"conversion": map[string]any{
			"strategy": "Webhook", "webhook": map[string]any{"clientConfig": client}}}})
		assert.Error(t, err, name)
	}
	_, err = webhook.ReadConfig(map[string]any{"spec": func() {}})
	assert.Error(t, err)
}

func TestUselessConfigs(t *testing.T) {
	for want, cfg := range map[string]webhook.Config{
		"webhook configuration must have either service or URL":                              {},
		`'https' is the only allowed URL scheme; got "http"`:                                 {URL: "http://example.com"},
		"host must be specified in the URL":                                                  {URL: "https:///path"},
		"Unparsable URL: parse \"https://\\x7f\": net/url: invalid control character in URL": {URL: "https://\x7f"},
		"unable to load root certificates: unable to parse bytes as PEM block":               {URL: "https://example.com", CABundle: []byte("x")},
		"unable to load root certificates: no valid certificate authority data seen": {URL: "https://example.com",
			CABundle: []byte("-----BEGIN RSA PRIVATE KEY-----\n-----END RSA PRIVATE KEY-----\n")},
	} {
		_, err := webhook.New(cfg)
		assert.EqualError(t, err, want)
	}
	_, err := webhook.New(webhook.Config{URL: "https://example.com", CABundle: []byte(" \n")})
	assert.NoError(t, err, "white space stands for the system's certificates")
}

func TestStatuses(t *testing.T) {
	const internal = `an error on the server ("it broke") has prevented the request from succeeding`
	for _, c := range []struct {
		answer canned
		want   string
	}{
		{canned{500, "text/plain", []byte(" it broke\n")}, internal},
		{canned{500, "", []byte("it broke")}, internal},
		{canned{500, "application/json", []byte("it broke")}, strings.Replace(internal, "it broke", "unknown", 1)},
		{canned{502, "text/plain", []byte(strings.Repeat("x", 5000))}, strings.Replace(internal, "it broke", strings.Repeat("x", 2048), 1)},
		{canned{500, "text/plain", []byte(`{"kind":"Status","status":"Failure","message":"in a status"}`)}, "in a status"},
		{canned{500, "application/json", []byte(`{"kind":"Status","status":"Success","message":"x"}`)}, strings.Replace(internal, "it broke", "unknown", 1)},
		{canned{400, "", nil}, "the server rejected our request for an unknown reason"},
		{canned{403, "text/plain", []byte("not you")}, "not you"},
		{canned{415, "text/plain", []byte("not this")}, "not this"},
		{canned{406, "text/plain", []byte("not that")}, "not that"},
		{canned{406, "application/json", nil}, "the server was unable to respond with a content type that the client supports"},
		{canned{418, "text/plain", nil}, "the server responded with the status code 418 but did not return more information"},
		{canned{200, "application/json", nil}, "0-length response with status code: 200 and content type: application/json"},
		{canned{200, "", nil}, "0-length response with status code: 200 and content type: application/json"},
		{canned{200, "a;=", []byte("{}")}, "Internal error occurred: mime: invalid media parameter"},
		{canned{200, "", []byte("{")}, "couldn't get version/kind; json parse error: unexpected end of JSON input"},
		{canned{200, "", []byte("a: b: c")}, "yaml: mapping values are not allowed in this context"},
		{canned{200, "", []byte("kind: ConversionReview")}, "expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=ConversionReview"},
	} {
		client, err := webhook.New(webhook.Config{URL: "https://example.com", ReviewVersions: []string{"v1"}}, webhook.WithTransport(c.answer))
		require.NoError(t, err)
		_, err = client.Convert(context.Background(), things(older, 1), newer)
		assert.EqualError(t, err, "conversion webhook for example.com/v1beta1, Kind=Thing failed: "+c.want)
	}
}
