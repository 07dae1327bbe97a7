// Package assistant is what assistants get: a server of the Model Context Protocol with tools, and the guide's pages as
// resources. A tool asks the API, through Backend, with the rights of the key that called it, and makes a short answer of what
// comes back. It knows no use case and no database; who calls, and how often, is decided where requests arrive (httpapi).
package assistant
