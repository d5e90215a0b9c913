package webhook

import (
	"bytes"
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"time"
)

const defaultPort = 443

type endpoint struct {
	url        string
	serverName string // in the certificate; empty means the host of the URL
}

// endpoint returns the endpoint of the webhook.
//
// Rule: k8s.io/apiserver/pkg/util/webhook, ClientManager.HookClient.
func (c Config) endpoint() (endpoint, error) {
	if c.Service != nil {
		name := c.Service.Name + "." + c.Service.Namespace + ".svc"
		port := cmp.Or(c.Service.Port, defaultPort)
		u := url.URL{Scheme: "https", Host: net.JoinHostPort(name, strconv.Itoa(port)), Path: path.Join("/", c.Service.Path)}
		return endpoint{url: u.String(), serverName: name}, nil
	}
	if c.URL == "" {
		return endpoint{}, errNoEndpoint
	}
	u, err := url.Parse(c.URL)
	switch {
	case err != nil:
		//lint:ignore ST1005 the words of the server
		return endpoint{}, fmt.Errorf("Unparsable URL: %w", err)
	case u.Scheme != "https":
		return endpoint{}, fmt.Errorf("'https' is the only allowed URL scheme; got %q", u.Scheme)
	case u.Host == "":
		return endpoint{}, errors.New("host must be specified in the URL")
	}
	clean := url.URL{Scheme: u.Scheme, Host: u.Host, Path: path.Join("/", u.Path)}
	return endpoint{url: clean.String()}, nil
}

// transport returns a transport that opens connections with dial unless it is nil. Without
// HTTP/2, connections are spread over the addresses of a service.
//
// Rule: k8s.io/client-go/transport, tlsTransportCache and TLSConfigFor.
func (c Config) transport(target endpoint, dial DialFunc) (*http.Transport, error) {
	roots, err := certificates(c.CABundle)
	if err != nil {
		return nil, fmt.Errorf("unable to load root certificates: %w", err)
	}
	if dial == nil {
		dial = (&net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}).DialContext
	}
	return &http.Transport{
		DialContext:         dial,
		TLSHandshakeTimeout: 10 * time.Second,
		IdleConnTimeout:     90 * time.Second,
		MaxIdleConnsPerHost: 25,
		TLSClientConfig: &tls.Config{
			MinVersion: tls.VersionTLS12,
			ServerName: target.serverName,
			NextProtos: []string{"http/1.1"},
			RootCAs:    roots,
		},
	}, nil
}

func certificates(bundle []byte) (*x509.CertPool, error) {
	if len(bytes.TrimSpace(bundle)) == 0 {
		return nil, nil
	}
	pool := x509.NewCertPool()
	if pool.AppendCertsFromPEM(bundle) {
		return pool, nil
	}
	for rest := bundle; len(rest) > 0; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			return nil, errors.New("unable to parse bytes as PEM block")
		}
		if block.Type != "CERTIFICATE" || len(block.Headers) != 0 {
			continue
		}
		if _, err := x509.ParseCertificate(block.Bytes); err != nil {
			return nil, fmt.Errorf("failed to parse certificate: %w", err)
		}
	}
	return nil, errors.New("no valid certificate authority data seen")
}
