/**
 * How much memory a server process may use. Node's defaults let garbage grow as long as the machine has memory. With the
 * first two flags a process stays below 300 MB in daily work. With the third, Node collects when garbage reaches 40 % of
 * what is in use, so that an export of 100,000 orders needs about 20 MB more than one of 10,000.
 * docs/operations.md names the same flags for production.
 */
export const serverHeap = ['--max-semi-space-size=4', '--max-old-space-size=512', '--heap-growing-percent=40'];

/**
 * glibc gives each thread a memory arena of its own and seldom returns it: two arenas for all threads keep a process about
 * 30 MB smaller. Blocks of a megabyte and more, such as a password check needs, go back to the system when they are freed.
 * docs/operations.md names the variables for production.
 */
export const serverMemoryEnv = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };
