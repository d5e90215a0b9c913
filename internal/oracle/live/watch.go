package live

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"time"
)

// WatchText returns the lines of [Server.Watch].
func (s *Server) WatchText(path, query, accept string) ([][]byte, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	req := httptest.NewRequestWithContext(ctx, http.MethodGet, path+"?watch=1&timeoutSeconds=60&"+query, nil)
	req.Header.Set("Accept", accept)
	w := &stream{ResponseRecorder: httptest.NewRecorder()}
	go w.endWhenQuiet(ctx, cancel)
	s.handler.ServeHTTP(w, req)
	if w.Code != http.StatusOK {
		return nil, fmt.Errorf("watching: %d %s", w.Code, w.Body)
	}
	return slices.Collect(bytes.Lines(w.Body.Bytes())), nil
}

// stream records a streamed response.
type stream struct {
	*httptest.ResponseRecorder
	written atomic.Int64
}

// Write writes to the recorder.
func (w *stream) Write(text []byte) (int, error) {
	w.written.Add(1)
	return w.ResponseRecorder.Write(text)
}

// CloseNotify returns a channel that never receives. The server requires a CloseNotifier.
func (*stream) CloseNotify() <-chan bool { return nil }

// endWhenQuiet cancels a watch after 20 ticks in a row without output. Ticks are dropped while
// this process waits for the processor, so that a busy machine does not cut a watch short.
func (w *stream) endWhenQuiet(ctx context.Context, cancel context.CancelFunc) {
	ticker := time.NewTicker(50 * time.Millisecond)
	defer ticker.Stop()
	for quiet, last := 0, int64(0); quiet < 20; quiet++ {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if n := w.written.Load(); n != last {
			quiet, last = 0, n
		}
	}
	cancel()
}
