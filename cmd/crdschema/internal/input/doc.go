// Package input reads the objects of files, folders, commits and standard input, one text after the
// other, with their positions.
//
//	reader := input.Reader{Stdin: os.Stdin}
//	for source := range reader.Sources(ctx, "manifests/", "git:main:crds", "-") {
//		for text := range source.Texts() {
//			for _, object := range text.Objects(ctx) {
//
// A text that cannot be read is an [Object] with an Err. The others are read nevertheless.
package input
