// Command probe makes one call of the attack and prints what it took.
package main

import "github.com/seed95800270/crdschema/internal/attack"

func main() { attack.Probe() }
