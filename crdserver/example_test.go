package crdserver_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/crdserver"
	"github.com/seed95800270/crdschema/document"
)

// clientOf returns a client that trusts a server, with the certificate of the user of another server if that is not nil.
func clientOf(server, user *crdserver.Server) *http.Client {
	config := &tls.Config{RootCAs: x509.NewCertPool()}
	config.RootCAs.AppendCertsFromPEM(server.CA)
	if user != nil {
		cert, err := tls.X509KeyPair(user.ClientCert, user.ClientKey)
		if err != nil {
			panic(err)
		}
		config.Certificates = []tls.Certificate{cert}
	}
	return &http.Client{Transport: &http.Transport{TLSClientConfig: config, DisableKeepAlives: true}}
}

// send sends a request with the bearer token and prints the answer.
func send(server *crdserver.Server, method, path, body string) {
	req, err := http.NewRequest(method, server.URL+path, bytes.NewReader([]byte(body)))
	if err != nil {
		panic(err)
	}
	req.Header.Set("Authorization", "Bearer "+server.Token)
	answer, err := clientOf(server, nil).Do(req)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		panic(err)
	}
	doc, err := document.DecodeJSON(context.Background(), text)
	if err != nil {
		panic(err)
	}
	message, _ := doc.Object["message"].(string)
	fmt.Println(strings.TrimSpace(fmt.Sprintf("%d %s", answer.StatusCode, message)))
}

func mustRead(name string) []byte {
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		panic(err)
	}
	return text
}

func ExampleStart() {
	server, err := crdserver.Start(context.Background(), crdserver.WithCRDs(mustRead("lamps.yaml")))
	if err != nil {
		panic(err)
	}
	defer server.Close()
	send(server, "POST", "/apis/example.com/v1/namespaces/default/lamps", `{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": {"name": "desk"}, "spec": {"watts": 0}}`)
	// Output:
	// 422 Lamp.example.com "desk" is invalid: spec.watts: Invalid value: 0: spec.watts in body should be greater than or equal to 1
}

// The error says what a server answers to an invalid CRD.
func ExampleWithCRDs() {
	_, err := crdserver.Start(context.Background(), crdserver.WithCRDs([]byte("{kind: CustomResourceDefinition, apiVersion: apiextensions.k8s.io/v1, metadata: {name: a}}")))
	fmt.Println(err != nil)
	// Output:
	// true
}

func ExampleWithCRDObjects() {
	docs, err := document.DecodeYAML(context.Background(), mustRead("lamps.yaml"))
	if err != nil {
		panic(err)
	}
	server, err := crdserver.Start(context.Background(), crdserver.WithCRDObjects(docs[0].Object))
	if err != nil {
		panic(err)
	}
	defer server.Close()
	send(server, "GET", "/apis/example.com/v1/lamps", "")
	// Output:
	// 200
}

// A function converts objects in place of a webhook.
func ExampleWithConverter() {
	converter := conversion.Func(func(_ context.Context, obj map[string]any, toAPIVersion string) (map[string]any, error) {
		return map[string]any{"apiVersion": toAPIVersion, "kind": obj["kind"], "metadata": obj["metadata"], "spec": map[string]any{"color": "red"}}, nil
	})
	server, err := crdserver.Start(context.Background(), crdserver.WithCRDs(mustRead("lamps.yaml")), crdserver.WithConverter("lamps.example.com", converter))
	if err != nil {
		panic(err)
	}
	defer server.Close()
	const body = `{"apiVersion": "example.com/v1beta1", "kind": "Lamp", "metadata": {"name": "desk"}}`
	send(server, "POST", "/apis/example.com/v1beta1/namespaces/default/lamps", body)
	// Output:
	// 201
}

// A small history is forgotten sooner.
func ExampleWithHistory() {
	server, err := crdserver.Start(context.Background(), crdserver.WithCRDs(mustRead("lamps.yaml")), crdserver.WithHistory(1))
	if err != nil {
		panic(err)
	}
	defer server.Close()
	for _, name := range []string{"a", "b", "c"} {
		send(server, "POST", "/apis/example.com/v1/namespaces/default/lamps", `{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": {"name": "`+name+`"}}`)
	}
	send(server, "GET", "/apis/example.com/v1/lamps?resourceVersion=1&resourceVersionMatch=Exact", "")
	// Output:
	// 201
	// 201
	// 201
	// 410 The resourceVersion for the provided list is too old.
}

func ExampleWithBookmarkInterval() {
	server, err := crdserver.Start(context.Background(), crdserver.WithBookmarkInterval(time.Second))
	if err != nil {
		panic(err)
	}
	fmt.Println(server.Close())
	// Output:
	// <nil>
}

func ExampleWithClientTimeout() {
	server, err := crdserver.Start(context.Background(), crdserver.WithClientTimeout(5*time.Second))
	if err != nil {
		panic(err)
	}
	fmt.Println(server.Close())
	// Output:
	// <nil>
}

func ExampleWithAddress() {
	server, err := crdserver.Start(context.Background(), crdserver.WithAddress("localhost:0"))
	if err != nil {
		panic(err)
	}
	fmt.Println(server.Close())
	// Output:
	// <nil>
}

// A client of another server's authority.
func ExampleWithClientCAs() {
	other, err := crdserver.Start(context.Background())
	if err != nil {
		panic(err)
	}
	defer other.Close()
	server, err := crdserver.Start(context.Background(), crdserver.WithClientCAs(other.CA))
	if err != nil {
		panic(err)
	}
	defer server.Close()
	answer, err := clientOf(server, other).Get(server.URL + "/api/v1/namespaces/default")
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	fmt.Println(answer.StatusCode)
	// Output:
	// 200
}

// A front proxy, with a certificate of another server, names a user.
func ExampleWithFrontProxy() {
	other, err := crdserver.Start(context.Background())
	if err != nil {
		panic(err)
	}
	defer other.Close()
	server, err := crdserver.Start(context.Background(), crdserver.WithFrontProxy(other.CA, "admin"))
	if err != nil {
		panic(err)
	}
	defer server.Close()
	for _, user := range []string{"jane", ""} {
		r, err := http.NewRequest(http.MethodGet, server.URL+"/api/v1/namespaces/default", nil)
		if err != nil {
			panic(err)
		}
		r.Header.Set("X-Remote-User", user)
		answer, err := clientOf(server, other).Do(r)
		if err != nil {
			panic(err)
		}
		_ = answer.Body.Close()
		fmt.Println(answer.StatusCode)
	}
	// Output:
	// 200
	// 401
}

// A certificate that the test has made.
func ExampleWithServingCertificate() {
	cert, key := selfSigned()
	server, err := crdserver.Start(context.Background(), crdserver.WithServingCertificate(cert, key))
	if err != nil {
		panic(err)
	}
	defer server.Close()
	fmt.Println(bytes.Equal(server.CA, cert))
	send(server, "GET", "/api/v1/namespaces/default", "")
	// Output:
	// true
	// 200
}

// selfSigned returns a certificate for 127.0.0.1 and its key, in PEM.
func selfSigned() (cert, key []byte) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		panic(err)
	}
	text, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		panic(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: text})
}

func ExampleWithFaults() {
	conflict := crdserver.Fault{Verbs: []string{"create"}, Resources: []string{"lamps.example.com"}, Code: 409, Times: 1}
	server, err := crdserver.Start(context.Background(), crdserver.WithCRDs(mustRead("lamps.yaml")), crdserver.WithFaults(1, conflict))
	if err != nil {
		panic(err)
	}
	defer server.Close()
	lamp := `{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": {"name": "a"}}`
	send(server, "POST", "/apis/example.com/v1/namespaces/default/lamps", lamp)
	send(server, "POST", "/apis/example.com/v1/namespaces/default/lamps", lamp)
	// Output:
	// 409 Operation cannot be fulfilled on lamps.example.com "": the object has been modified; please apply your changes to the latest version and try again
	// 201
}

func ExampleWithTrace() {
	exchanges := make(chan crdserver.Exchange, 1)
	server, err := crdserver.Start(context.Background(), crdserver.WithTrace(func(x crdserver.Exchange) { exchanges <- x }))
	if err != nil {
		panic(err)
	}
	defer server.Close()
	send(server, "GET", "/api/v1/namespaces/garden", "")
	x := <-exchanges
	fmt.Println(x.Method, x.URL, x.Code)
	// Output:
	// 404 namespaces "garden" not found
	// GET /api/v1/namespaces/garden 404
}

func ExampleDisconnect_UnmarshalText() {
	var when crdserver.Disconnect
	fmt.Println(when.UnmarshalText([]byte("before-answer")), when == crdserver.BeforeAnswer)
	// Output: <nil> true
}

func ExampleDisconnect_MarshalText() {
	text, err := crdserver.BeforeRequest.MarshalText()
	fmt.Println(string(text), err)
	// Output: before-request <nil>
}

func ExampleWithData() {
	dir, err := os.MkdirTemp("", "crdserver")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for range 2 {
		server, err := crdserver.Start(context.Background(), crdserver.WithData(dir+"/data"), crdserver.WithCRDs(mustRead("lamps.yaml")))
		if err != nil {
			panic(err)
		}
		send(server, "POST", "/apis/example.com/v1/namespaces/default/lamps", `{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": {"name": "desk"}}`)
		if err := server.Close(); err != nil {
			panic(err)
		}
	}
	// Output:
	// 201
	// 409 lamps.example.com "desk" already exists
}
