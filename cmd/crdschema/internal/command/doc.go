// Package command has the commands of crdschema, a file each. They read and write the streams that
// [Run] gets.
package command
