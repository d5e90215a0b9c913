package crdserver_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/seed95800270/crdschema/crdserver"
)

// dialWatch opens a watch over WebSocket.
func dialWatch(t *testing.T, server *crdserver.Server, query string) *websocket.Conn {
	t.Helper()
	c := client(t, server)
	c.Transport.(*http.Transport).ForceAttemptHTTP2 = false
	conn, answer, err := websocket.Dial(t.Context(), server.URL+"/apis/example.com/v1/namespaces/default/lamps?watch=1"+query, &websocket.DialOptions{
		HTTPClient: c, HTTPHeader: http.Header{"Authorization": {"Bearer " + server.Token}, "Origin": {"https://elsewhere.example.com"}}})
	require.NoError(t, err)
	assert.Equal(t, http.StatusSwitchingProtocols, answer.StatusCode)
	t.Cleanup(func() { _ = conn.CloseNow() })
	return conn
}

func nextEvent(t *testing.T, conn *websocket.Conn) (typ, name string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	kind, text, err := conn.Read(ctx)
	require.NoError(t, err)
	assert.Equal(t, websocket.MessageText, kind)
	var event struct {
		Type   string
		Object metav1.PartialObjectMetadata
	}
	require.NoError(t, json.Unmarshal(text, &event))
	return event.Type, event.Object.Name
}

// TestWatchOverWebSocket reads events as messages.
func TestWatchOverWebSocket(t *testing.T) {
	server := start(t, "lamps.yaml")
	objects := dynamicClient(t, server).Resource(lamps).Namespace("default")
	_, err := objects.Create(t.Context(), lamp("a", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
	conn := dialWatch(t, server, "&resourceVersion=0")
	typ, name := nextEvent(t, conn)
	assert.Equal(t, "ADDED a", typ+" "+name)
	require.NoError(t, objects.Delete(t.Context(), "a", metav1.DeleteOptions{}))
	typ, name = nextEvent(t, conn)
	assert.Equal(t, "DELETED a", typ+" "+name)
	require.NoError(t, conn.Close(websocket.StatusNormalClosure, ""))

	short := dialWatch(t, server, "&timeoutSeconds=1")
	_, _, err = short.Read(t.Context())
	assert.Equal(t, websocket.StatusNormalClosure, websocket.CloseStatus(err), err)

	old := dialWatch(t, server, "&resourceVersion=1")
	typ, _ = nextEvent(t, old)
	assert.Contains(t, []string{"ADDED", "ERROR"}, typ)

	open := dialWatch(t, server, "")
	require.NoError(t, server.Close())
	_, _, err = open.Read(t.Context())
	assert.Error(t, err)
}
