package store

// Disk keeps the objects of a store. Its methods are not called concurrently.
type Disk interface {
	// Load calls begin with the state, and then add with each object.
	Load(begin func(State), add func(table string, obj *Object)) error
	// Write keeps changes in their order: all of them, or none if there is an error. They are kept when
	// it returns, whatever happens then.
	Write(changes []Change) error
	Close() error
}

// State is what a disk says about its objects.
type State struct {
	// Revision is the revision of the last write.
	Revision uint64
}

// Change is a write as a disk keeps it.
type Change struct {
	// Table is the resource. Without a Key, the whole table is removed.
	Table, Key string
	// Object is the written object. It is nil for a removed one.
	Object   *Object
	Revision uint64
}
