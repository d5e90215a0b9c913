package rest

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/coder/websocket"
)

// IsWebSocket reports whether the client of a request wants to go on over WebSocket.
func IsWebSocket(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Upgrade"), "websocket") && strings.Contains(strings.ToLower(r.Header.Get("Connection")), "upgrade")
}

// overWebSocket answers a watch with a message for each event. What the client sends is ignored, but for
// the end. As on a server, a page of any origin may watch if the browser sends a client certificate.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, WatchServer.HandleWS.
func (s *stream) overWebSocket(cancel context.CancelFunc) {
	w := &hijacked{ResponseWriter: s.w}
	conn, err := websocket.Accept(w, s.r, &websocket.AcceptOptions{InsecureSkipVerify: true, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // it has answered
	}
	unhook := context.AfterFunc(s.r.Context(), func() { _ = w.conn.Close() }) // the end of the server does not wait for the client
	defer unhook()
	ended := make(chan struct{})
	go func() { // until the connection is closed
		defer close(ended)
		ignore(conn)
		cancel()
	}()
	defer func() {
		_ = conn.CloseNow()
		<-ended
	}()
	s.socket = conn
	s.follow()
	_ = conn.Close(websocket.StatusNormalClosure, "") // a client that has gone does not matter
}

// ignore reads messages until the client or the server closes the connection.
func ignore(conn *websocket.Conn) {
	for {
		_, message, err := conn.Reader(context.Background())
		if err != nil {
			return
		}
		if _, err := io.Copy(io.Discard, message); err != nil {
			return
		}
	}
}

// hijacked is an answer that keeps its connection.
type hijacked struct {
	http.ResponseWriter
	conn net.Conn
}

// Hijack takes the connection from the server.
func (h *hijacked) Hijack() (conn net.Conn, buffer *bufio.ReadWriter, err error) {
	h.conn, buffer, err = http.NewResponseController(h.ResponseWriter).Hijack()
	return h.conn, buffer, err
}

// message sends an event as a message.
func (s *stream) message(text []byte) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), s.timeout)
	defer cancel()
	if err := s.socket.Write(ctx, websocket.MessageText, text); err != nil {
		return errGone
	}
	return nil
}
