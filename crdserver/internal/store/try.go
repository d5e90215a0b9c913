package store

// TryNext returns the next write if there is one. The errors are those of [Reader.Next].
func (r *Reader) TryNext() (w Write, found bool, err error) {
	w, found, _, err = r.look()
	return w, found, err
}
