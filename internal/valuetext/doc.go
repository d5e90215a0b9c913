// Package valuetext prints values: JSON values as the server's errors show them, with their size
// ([Print], [SizeOf]), constants as words ([Enum]), and long lists in logs ([LogList]). It prints
// any Go value, also one that contains itself.
package valuetext
