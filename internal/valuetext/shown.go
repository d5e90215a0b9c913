package valuetext

// maxShown limits the text of all errors that show the same value. With an error for each of
// many parts of a value, the text would grow quadratically.
const maxShown = 1 << 20

// ExceedsShown reports whether, after count errors that show a value of size bytes, another
// one would exceed 1 MiB of text. The first one never does.
func ExceedsShown(count, size int) bool { return count > 0 && (count+1)*size > maxShown }
