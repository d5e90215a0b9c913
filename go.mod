module github.com/seed95800270/crdschema

go 1.26.0
