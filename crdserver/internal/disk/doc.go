// Package disk keeps the objects of a store in a file, a database of go.etcd.io/bbolt. A transaction is on
// the device (fsync) before it is reported as done, so that a crash loses none.
//
// The file has two buckets. "crdserver" has the format, the revision and the number of objects.
// "objects" has the objects in JSON by their table and key, with a checksum: the database has none, and a
// damaged file must not become a wrong object.
package disk
