/**
 * How much a server process may hold. Left to itself Node keeps garbage as long as the machine has memory; with these
 * it stays at some 180 MB and answers as fast. docs/operations.md names them for production.
 */
export const serverHeap = ['--max-semi-space-size=8', '--max-old-space-size=512', '--heap-growing-percent=100'];
