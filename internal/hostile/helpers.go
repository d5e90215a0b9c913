package hostile

import (
	"bytes"
	"compress/gzip"
	"net"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// Counted is a connection that counts the bytes that are read from it.
type Counted struct {
	net.Conn
	Bytes *atomic.Int64
}

// Read counts what it reads.
func (c Counted) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.Bytes.Add(int64(n))
	return n, err
}

// Zipped returns text compressed with gzip.
func Zipped(text string) string {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write([]byte(text)) // a Buffer never fails
	_ = z.Close()
	return out.String()
}

// RequireGoroutines waits until not more goroutines run than before. It fails the test if
// there are more after five seconds.
func RequireGoroutines(t testing.TB, before int) {
	t.Helper()
	for range 500 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Fatalf("%d goroutines before, %d after:\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
}
