package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
	clearLine     = "\r\x1b[K"
)

type progress struct {
	to      io.Writer
	now     func() time.Time
	due     time.Time
	showing bool
}

func newProgress(stdout, stderr io.Writer) *progress {
	if !isTerminal(stderr) || isTerminal(stdout) {
		return nil
	}
	return startProgress(stderr, time.Now)
}

func startProgress(to io.Writer, now func() time.Time) *progress {
	return &progress{to: to, now: now, due: now().Add(progressAfter)}
}

func (p *progress) show(sum *summary, file string) {
	if p == nil || p.now().Before(p.due) {
		return
	}
	p.due = p.now().Add(progressEvery)
	p.showing = true
	fmt.Fprintf(p.to, "%s%d objects, %d not accepted: %.40q", clearLine, sum.total(), sum.total()-sum.accepted, file)
}

func (p *progress) end() {
	if p != nil && p.showing {
		fmt.Fprint(p.to, clearLine)
	}
}

func isTerminal(w any) bool {
	file, isFile := w.(*os.File)
	if !isFile {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
