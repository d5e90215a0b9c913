package live

import (
	"context"
	"fmt"
	"path"

	"go.etcd.io/etcd/api/v3/etcdserverpb"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
)

// StoragePrefix is what all keys of objects in etcd begin with.
const StoragePrefix = "/registry/apiextensions.kubernetes.io/"

// Stored returns the stored object of a definition as it is in etcd, or nil if there
// is none. The namespace is empty for a cluster-scoped definition.
func (s *Server) Stored(manifest map[string]any, namespace, name string) (map[string]any, error) {
	spec, _ := manifest["spec"].(map[string]any)
	names, _ := spec["names"].(map[string]any)
	key := StoragePrefix + path.Join(fmt.Sprint(spec["group"]), fmt.Sprint(names["plural"]), namespace, name)
	answer, err := s.etcd.Server.Range(context.Background(), &etcdserverpb.RangeRequest{Key: []byte(key)})
	if err != nil || len(answer.Kvs) == 0 {
		return nil, err
	}
	return corpus.DecodeJSON(answer.Kvs[0].Value)
}
