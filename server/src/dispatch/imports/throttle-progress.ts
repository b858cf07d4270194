const everyMs = 700;

/** Calls `show` at most every 700 ms. Screens poll once a second. */
export function throttleProgress(show: () => Promise<void>): () => Promise<void> {
  let shownAt = performance.now();
  return async () => {
    if (performance.now() - shownAt < everyMs) return;
    shownAt = performance.now();
    await show();
  };
}
