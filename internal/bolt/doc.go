// Package bolt reads buckets of files that go.etcd.io/bbolt writes, such as snapshots of etcd.
//
// It neither maps the file into memory nor trusts it: a page that is missing or malformed is an
// error with its place, and the walk goes on with the next page. Memory is one bit for each page of
// the file, and the branches above the current page.
//
// A file begins with two meta pages. The valid one with the highest transaction names the root: a tree
// of pages whose leaves have the names of buckets, and the root page of each. Numbers have the byte order
// of little-endian machines.
package bolt
