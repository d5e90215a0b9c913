//go:build unix

// Measure runs a command and writes what it took as JSON to a file:
//
//	measure FILE COMMAND ARGUMENT...
//
// It is a program of its own, because the largest memory of a process counts what its parent had when
// it started it. This one is smaller than the programs that it measures.
package main

import (
	"encoding/json"
	"errors"
	"log"
	"os"
	"os/exec"
	"syscall"
	"time"
)

func main() {
	cmd := exec.Command(os.Args[2], os.Args[3:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		log.Fatal(err)
	}
	state := cmd.ProcessState
	memory := int64(state.SysUsage().(*syscall.Rusage).Maxrss) << 10 // Linux counts in KiB
	text, err := json.Marshal(map[string]int64{"Wall": int64(wall), "CPU": int64(state.UserTime() + state.SystemTime()), "Memory": memory})
	if err == nil {
		err = os.WriteFile(os.Args[1], text, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
	os.Exit(state.ExitCode())
}
