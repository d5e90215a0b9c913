package admission

import (
	"context"
	"fmt"
	"net"

	"github.com/seed95800270/crdschema/conversion/webhook"
)

// unreachable returns a dialer that fails as one of a server does: the services of this server have no
// addresses.
//
// Rule: k8s.io/apiserver/pkg/util/proxy, ResolveCluster.
func (h *Hooks) unreachable(s webhook.Service) webhook.DialFunc {
	return func(context.Context, string, string) (net.Conn, error) {
		if stored, _ := h.tables.Services.Get(s.Namespace + "/" + s.Name); stored == nil {
			return nil, fmt.Errorf("service %q not found", s.Name)
		}
		host := s.Name + "." + s.Namespace + ".svc"
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}}
	}
}
