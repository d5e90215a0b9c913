// Package consumer runs the acceptance cases in a program that requires newer modules than
// this library: its go.mod has the versions that kro v0.9.4 requires, cel-go v0.31.0 among
// them.
package consumer
