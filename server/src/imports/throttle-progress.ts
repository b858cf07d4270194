const everyMs = 700;

/** Calls `show` now and then, however often it is called itself. Screens ask once a second. */
export function throttleProgress(show: () => Promise<void>): () => Promise<void> {
  let shownAt = performance.now();
  return async () => {
    if (performance.now() - shownAt < everyMs) return;
    shownAt = performance.now();
    await show();
  };
}
