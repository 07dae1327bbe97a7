// Package clienttest proves that public generators make clients of our contract: it has one made in Go, compiles it and calls the built
// program with it. (The one in TypeScript is web/e2e/generated-client.spec.ts.) It is a module of its own, because the generator brings
// much that the program does not need.
package clienttest
