// Package store keeps the objects of a server in memory.
//
// A [Store] numbers all writes with one counter. A [Table] holds the objects of one resource: the
// values are immutable maps, shared with everybody who reads them. Its history holds the last writes,
// a bounded number. Reading at a former revision undoes the writes after it, and a watch follows the
// history with a position of its own, so that a watch costs no memory for events: a watch that falls
// behind the history has lost its place ([Reader.Next] returns [ErrTooOld]).
//
// A write names the revision that it replaces, and fails if another one came in between: the caller
// reads again and decides again, as a Kubernetes API server does with etcd. No lock is held while
// the caller decides.
//
// A store may have a [Disk] that keeps the writes ([Open]). Writes do not wait for it, so that many go into one
// transaction. Whoever tells a client about a write waits before ([Store.Sync]), and readers of the history
// see only writes that are kept.
//
// A write is constant work, except that the first list after objects were added or removed sorts
// the keys.
package store
