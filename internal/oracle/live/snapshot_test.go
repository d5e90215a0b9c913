package live_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/internal/oracle/live"
)

const bulbsPath = "/apis/snapshots.example.com/v1/namespaces/default/bulbs"

func snapshotOf(text []byte) compat.Snapshot {
	return compat.Snapshot{Name: "snapshot.db", Reader: bytes.NewReader(text), Size: int64(len(text)), Prefix: strings.TrimSuffix(live.StoragePrefix, "/")}
}

// TestSnapshot compares the objects in a snapshot of etcd with those that the server returns: before
// a compaction, after it, and after more requests.
func TestSnapshot(t *testing.T) {
	server := live.Start(t)
	crd := decode(t, strings.NewReplacer("lamps", "bulbs", "Lamp", "Bulb", "lamp", "bulb", "live.example.com", "snapshots.example.com").Replace(lamps))
	answers, err := server.Install(crd)
	require.NoError(t, err)
	require.True(t, answers[0].Accepted(), answers[0].Message())
	resource := server.Resource(crd, "v1")
	object := func(i, n int) map[string]any {
		return map[string]any{"apiVersion": "snapshots.example.com/v1", "kind": "Bulb", "spec": map[string]any{"watts": int64(i + 1)}, "metadata": map[string]any{
			"name": fmt.Sprintf("b%03d", i), "labels": map[string]any{"n": fmt.Sprint(n)}, "annotations": map[string]any{"text": strings.Repeat("x", 10*i)}}}
	}
	for i := range 120 {
		require.True(t, resource.Create(object(i, 0)).Accepted())
	}
	change := func(n int) {
		for i := range 40 {
			require.True(t, resource.Delete(fmt.Sprintf("b%03d", i)).Accepted())
		}
		for i := 20; i < 40; i++ {
			require.True(t, resource.Create(object(i, n)).Accepted())
		}
		for i := 30; i < 60; i++ {
			answer := server.DoText(http.MethodPatch, bulbsPath+"/"+fmt.Sprintf("b%03d", i), "application/merge-patch+json", fmt.Appendf(nil, `{"metadata": {"labels": {"n": "%d"}}}`, n+1))
			require.True(t, answer.Accepted(), answer.Message())
		}
		for i := range 20 {
			require.True(t, resource.Create(object(i, n)).Accepted())
		}
	}
	change(1)
	t.Run("whole", func(t *testing.T) { compareSnapshot(t, server) })
	require.NoError(t, server.Compact(t.Context()))
	t.Run("compacted", func(t *testing.T) { compareSnapshot(t, server) })
	change(3)
	t.Run("changed", func(t *testing.T) { compareSnapshot(t, server) })
	t.Run("truncated", func(t *testing.T) { truncateSnapshot(t, server) })
}

func compareSnapshot(t *testing.T, server *live.Server) {
	text, err := server.Snapshot()
	require.NoError(t, err)
	want := map[string]string{}
	for _, item := range server.Do(http.MethodGet, bulbsPath, nil).Body["items"].([]any) {
		meta := item.(map[string]any)["metadata"].(map[string]any)
		delete(meta, "resourceVersion") // it is not stored
		want[live.StoragePrefix+"snapshots.example.com/bulbs/default/"+fmt.Sprint(meta["name"])] = fmt.Sprint(item)
	}
	require.NotEmpty(t, want)
	got := map[string]string{}
	snapshot := snapshotOf(text)
	var counts compat.SnapshotCounts
	for source, object := range snapshot.Objects(t.Context(), "snapshots.example.com", "bulbs", &counts) {
		require.NoError(t, source.Err, source.Name)
		require.NotContains(t, got, source.Name)
		got[source.Name] = fmt.Sprint(object)
	}
	assert.Equal(t, want, got)
	keys, err := server.Keys(t.Context())
	require.NoError(t, err)
	assert.Equal(t, keys, int64(len(got))+counts.Protobuf+counts.Others)
}

// truncateSnapshot checks that each object that is left is one of the whole snapshot, and that
// what is missing has errors.
func truncateSnapshot(t *testing.T, server *live.Server) {
	text, err := server.Snapshot()
	require.NoError(t, err)
	read := func(size int) (objects map[string]bool, errors int) {
		snapshot := snapshotOf(text[:size])
		objects = map[string]bool{}
		for source := range snapshot.Objects(t.Context(), "snapshots.example.com", "bulbs", nil) {
			if source.Err != nil {
				errors++
			} else {
				objects[source.Name] = true
			}
		}
		return objects, errors
	}
	whole, failed := read(len(text))
	require.Zero(t, failed)
	some := false
	for size := len(text) - 4096; size >= 0; size -= 4096 * 7 {
		objects, failed := read(size)
		for name := range objects {
			assert.Contains(t, whole, name)
		}
		if len(objects) < len(whole) {
			assert.Positive(t, failed, size)
		}
		some = some || failed > 0 && len(objects) > 0
	}
	assert.True(t, some, "no truncated snapshot has objects and errors")
}
