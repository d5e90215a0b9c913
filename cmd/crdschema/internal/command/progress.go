package command

import (
	"fmt"
	"io"
	"time"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
)

const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
	clearLine     = "\r\x1b[K"
)

// progress is a line on a terminal about a run that takes longer than a second. A nil progress shows
// nothing.
type progress struct {
	to      io.Writer
	now     func() time.Time
	due     time.Time
	showing bool
}

func newProgress(s Streams) *progress {
	if !isTerminal(s.Err) || isTerminal(s.Out) {
		return nil
	}
	return startProgress(s.Err, time.Now)
}

func startProgress(to io.Writer, now func() time.Time) *progress {
	return &progress{to: to, now: now, due: now().Add(progressAfter)}
}

func (p *progress) show(s *report.Summary, file string) {
	if p == nil || p.now().Before(p.due) {
		return
	}
	p.due, p.showing = p.now().Add(progressEvery), true
	fmt.Fprintf(p.to, "%s%d judged, %d refused: %.40q", clearLine, s.Judged, s.Refused, file)
}

func (p *progress) end() {
	if p != nil && p.showing {
		fmt.Fprint(p.to, clearLine)
	}
}
