package crdserver

import (
	"encoding/base64"
	"fmt"
)

// kubeconfig returns the kubeconfig of a server.
func kubeconfig(s *Server) []byte {
	base64 := base64.StdEncoding.EncodeToString
	return fmt.Appendf(nil, `apiVersion: v1
kind: Config
clusters:
- name: crdserver
  cluster:
    server: %s
    certificate-authority-data: %s
users:
- name: admin
  user:
    client-certificate-data: %s
    client-key-data: %s
contexts:
- name: crdserver
  context:
    cluster: crdserver
    user: admin
current-context: crdserver
`, s.URL, base64(s.CA), base64(s.ClientCert), base64(s.ClientKey))
}
