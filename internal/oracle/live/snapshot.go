package live

import (
	"bytes"
	"context"

	"go.etcd.io/etcd/api/v3/etcdserverpb"
)

// Snapshot returns the database of etcd as a snapshot has it.
func (s *Server) Snapshot() ([]byte, error) {
	snapshot := s.etcd.Server.Backend().Snapshot()
	defer snapshot.Close()
	var out bytes.Buffer
	_, err := snapshot.WriteTo(&out)
	return out.Bytes(), err
}

// Compact removes all revisions that are not the newest of their key.
func (s *Server) Compact(ctx context.Context) error {
	answer, err := s.etcd.Server.Range(ctx, &etcdserverpb.RangeRequest{Key: []byte("/"), CountOnly: true})
	if err != nil {
		return err
	}
	_, err = s.etcd.Server.Compact(ctx, &etcdserverpb.CompactionRequest{Revision: answer.Header.Revision, Physical: true})
	return err
}

// Keys returns the number of keys in etcd.
func (s *Server) Keys(ctx context.Context) (int64, error) {
	answer, err := s.etcd.Server.Range(ctx, &etcdserverpb.RangeRequest{Key: []byte{0}, RangeEnd: []byte{0}, CountOnly: true})
	if err != nil {
		return 0, err
	}
	return answer.Count, nil
}
