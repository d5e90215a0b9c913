package valuetext

// maxShown is the maximum text in bytes of all errors that show the same value. If each of
// many parts of a value has an error that shows the whole value, the text would otherwise
// grow quadratically.
const maxShown = 1 << 20

// ExceedsShown reports whether, after count errors that show a value of size bytes, another
// one would exceed 1 MiB of text. The first one never does.
func ExceedsShown(count, size int) bool { return count > 0 && (count+1)*size > maxShown }
