package server

import (
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestAddress returns an address that fits the certificate of the server also if it listens on all interfaces.
func TestAddress(t *testing.T) {
	for ip, want := range map[string]string{
		"127.0.0.1": "https://127.0.0.1:1", "::1": "https://[::1]:1", "0.0.0.0": "https://127.0.0.1:1", "::": "https://127.0.0.1:1",
	} {
		assert.Equal(t, want, address(&net.TCPAddr{IP: net.ParseIP(ip), Port: 1}), ip)
	}
}
