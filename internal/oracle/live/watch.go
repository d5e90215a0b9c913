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
	outputs atomic.Int64
}

// Write writes to the recorder.
func (w *stream) Write(text []byte) (int, error) {
	w.outputs.Add(1)
	return w.ResponseRecorder.Write(text)
}

// Flush flushes the recorder. A watch does so when it begins.
func (w *stream) Flush() {
	w.ResponseRecorder.Flush()
	w.outputs.Add(1)
}

// CloseNotify returns a channel that never receives. The server requires a CloseNotifier.
func (*stream) CloseNotify() <-chan bool { return nil }

// quietTicks is the number of ticks without output that end a watch.
const quietTicks = 20

// endWhenQuiet cancels a watch that has begun after a second without output. The second is a
// number of ticks, and ticks are dropped while this process waits for the processor.
func (w *stream) endWhenQuiet(ctx context.Context, cancel context.CancelFunc) {
	ticker := time.NewTicker(time.Second / quietTicks)
	defer ticker.Stop()
	for quiet, last := 0, int64(0); quiet < quietTicks; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if n := w.outputs.Load(); n == last && n > 0 {
			quiet++
		} else {
			quiet, last = 0, n
		}
	}
	cancel()
}
