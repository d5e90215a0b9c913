//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// ignoreClosedPipes makes a write to a closed pipe an error, so that the exit code is 2 and the other
// reports are written.
func ignoreClosedPipes() { signal.Ignore(syscall.SIGPIPE) }
