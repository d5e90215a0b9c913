package webhook_test

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/seed95800270/crdschema/internal/hostile"
)

const chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

// hostileBodies returns bodies without end or sense, one without end for each status.
func hostileBodies() []badWebhook {
	gzipped := ok + "Content-Encoding: gzip\r\n\r\n"
	out := []badWebhook{
		{name: "a slow body", serve: func(p *peer) { p.write(ok + "\r\n"); p.slowly(beginning) }},
		{name: "half a body", serve: says(ok + "Content-Length: 1000\r\n\r\n" + beginning)},
		{name: "a body without end and no limit", limit: unlimited, serve: func(p *peer) {
			p.write(ok + "\r\n" + strings.Repeat("x", 1<<20))
			p.soon()
			p.repeat("x")
		}},
		{name: "a longer length", serve: closes(ok + "Content-Length: 1000\r\n\r\n{}"), want: "unexpected EOF"},
		{name: "the longest length", serve: repeats(ok+"Content-Length: 9223372036854775807\r\n\r\n", "x"), want: tooLarge},
		{name: "the longest length and silence", serve: says(ok + "Content-Length: 9223372036854775807\r\n\r\n")},
		{name: "a shorter length", serve: closes(ok + "Content-Length: 1\r\n\r\n{}"), want: "json parse error"},
		{name: "length 0", serve: closes(ok + "Content-Length: 0\r\n\r\n{}"), want: "0-length response"},
		{name: "no chunk", serve: closes(chunked + "zz\r\n{}"), want: "invalid byte in chunk length"},
		{name: "a chunk beyond int64", serve: closes(chunked + "fffffffffffffffff\r\n{}"), want: "http chunk length too large"},
		{name: "the longest chunk", serve: repeats(chunked+"7fffffffffffffff\r\n", "x"), want: tooLarge},
		{name: "a chunk with an extension without end", serve: repeats(chunked+"1;", "x"), want: "header line too long"},
		{name: "chunks of one byte", serve: repeats(chunked, "1;"+strings.Repeat("x", 100)+"\r\nx\r\n"), want: "too much non-data"},
		{name: "chunks without end", serve: repeats(chunked, "4\r\nxxxx\r\n"), want: tooLarge},
		{name: "half a chunk", serve: says(chunked + "ff\r\n{}")},
		{name: "trailers without end", serve: repeats(chunked+"2\r\n{}\r\n0\r\n", "X: y\r\n"), want: "suspiciously long trailer"},
		{name: "a gzip bomb", serve: bomb, want: tooLarge},
		{name: "gzip in gzip", serve: closes(gzipped + hostile.Zipped(hostile.Zipped("{}"))), want: "control characters are not allowed"},
		{name: "gzip of no sense", serve: closes(gzipped + "{}" + strings.Repeat(" ", 100)), want: "gzip: invalid header"},
		{name: "half of gzip", serve: closes(gzipped + hostile.Zipped(beginning)[:20]), want: "unexpected EOF"},
		{name: "gzip slowly", serve: func(p *peer) { p.write(gzipped); p.slowly(hostile.Zipped(beginning)) }},
		{name: "gzip and silence", serve: says(gzipped)},
		{name: "another encoding", serve: closes(ok + "Content-Encoding: br\r\n\r\n\x8b\x00"), want: "yaml: invalid leading UTF-8 octet"},
		{name: "gzip undeclared", serve: closes(ok + "\r\n" + hostile.Zipped("{}")), want: "control characters are not allowed"},
	}
	for _, status := range []int{200, 201, 206, 304, 400, 404, 408, 409, 429, 500, 503, 504} {
		want := tooLarge
		if status == 304 {
			want = "status code 304"
		}
		out = append(out, badWebhook{name: fmt.Sprint("a body without end for ", status), want: want,
			serve: repeats(fmt.Sprintf("HTTP/1.1 %d X\r\n\r\n", status), "x")})
	}
	return out
}

var hostileConnections = []badWebhook{
	{name: "no answer to TLS", raw: (*peer).wait},
	{name: "closed at once", raw: func(p *peer) { p.Close() }, want: "EOF", or: "reset by peer"}, // if it has not read everything that was sent
	{name: "reset at once", raw: (*peer).reset, want: "reset by peer"},
	{name: "closed in the handshake", raw: func(p *peer) { _, _ = p.Read(make([]byte, 64)); p.Close() }, want: ": "},
	{name: "no answer", serve: (*peer).wait},
	{name: "closed", serve: func(p *peer) { p.Close() }, want: "EOF"},
	{name: "reset", serve: (*peer).reset, want: "reset by peer"},
	{name: "closed in the status", serve: closes("HTTP/1."), want: "malformed HTTP response"},
	{name: "closed in the headers", serve: closes(ok), want: "EOF"},
	{name: "closed in the body", serve: closes(ok + "Content-Length: 1000\r\n\r\n" + beginning), want: "unexpected EOF"},
	{name: "reset in the body", serve: func(p *peer) { p.write(ok + "Content-Length: 1000\r\n\r\n" + beginning); p.reset() }, want: "when reading response body"},
	{name: "the request is not read", raw: func(p *peer) { p.soon(); <-p.stopped }},
}

// hostileHandshakes are not what a client of TLS expects.
var hostileHandshakes = []badWebhook{
	{name: "plain HTTP", raw: closes("HTTP/1.1 400 Bad Request\r\n\r\n"), want: "server gave HTTP response to HTTPS client"},
	{name: "no TLS", raw: repeats("", "hello"), want: "first record does not look like a TLS handshake"},
	{name: "TLS slowly", raw: func(p *peer) { p.slowly("\x16\x03\x03\x40\x00" + strings.Repeat("x", 1000)) }},
	{name: "a record without end", raw: func(p *peer) { p.write("\x16\x03\x03\xff\xff"); p.repeat("x") }, want: "oversized record"},
	{name: "a message without end", raw: repeats("", "\x16\x03\x03\x00\x04\x02\xff\xff\xff"), want: "exceeds maximum"},
	{name: "warnings without end", raw: repeats("", "\x15\x03\x03\x00\x02\x01\x5a"), want: "tls: "},
	{name: "another authority", tls: func(_ authority, t *testing.T, c *tls.Config) { certify(newAuthority(t), t, c, x509.Certificate{}) },
		want: "certificate signed by unknown authority"},
	{name: "another name", tls: certified(x509.Certificate{DNSNames: []string{"other"}, IPAddresses: []net.IP{{10, 0, 0, 1}}}), want: "certificate is valid for 10.0.0.1, not 127.0.0.1"},
	{name: "expired", tls: certified(x509.Certificate{NotAfter: time.Now().Add(-time.Hour)}), want: "certificate has expired or is not yet valid"},
	{name: "not yet valid", tls: certified(x509.Certificate{NotBefore: time.Now().Add(time.Hour), NotAfter: time.Now().Add(2 * time.Hour)}),
		want: "certificate has expired or is not yet valid"},
	{name: "a certificate of a client", tls: certified(x509.Certificate{ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}), want: "incompatible key usage"},
	{name: "an old version", tls: func(_ authority, _ *testing.T, c *tls.Config) { c.MaxVersion = tls.VersionTLS11 }, want: "protocol version"},
	{name: "asks for a certificate", tls: func(_ authority, _ *testing.T, c *tls.Config) { c.ClientAuth = tls.RequireAnyClientCert }, want: "certificate required"},
	{name: "only HTTP/2", tls: func(_ authority, _ *testing.T, c *tls.Config) { c.NextProtos = []string{"h2"} }, want: ": "},
	{name: "a long chain", tls: func(_ authority, _ *testing.T, c *tls.Config) {
		for range 1000 {
			c.Certificates[0].Certificate = append(c.Certificates[0].Certificate, c.Certificates[0].Certificate[0])
		}
	}, want: "tls: "},
}

func certified(template x509.Certificate) func(authority, *testing.T, *tls.Config) {
	return func(a authority, t *testing.T, c *tls.Config) { certify(a, t, c, template) }
}

// certify gives a webhook another certificate.
func certify(a authority, t *testing.T, c *tls.Config, template x509.Certificate) {
	if template.IPAddresses == nil {
		template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	}
	cert, key := a.sign(t, &template)
	c.Certificates = []tls.Certificate{{Certificate: [][]byte{cert.Raw}, PrivateKey: key}}
}
