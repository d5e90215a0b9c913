// Package weight has two small programs that print the verdict on an object of a
// crd, one with this project and one with the reference, to compare what they link, and
// how long they take (BenchmarkRatioProcess):
//
//	go list -deps -f '{{if not .Standard}}{{.ImportPath}}{{end}}' ./weight/ours | wc -l
//	go build -ldflags '-s -w' -o "$(mktemp -d)" ./weight/ours ./weight/reference
package weight
