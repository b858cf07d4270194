/** Which of the requested orders were not found. */
export const missingOrdersText = (missing: readonly string[]): string =>
  missing.length === 1
    ? `1 order was not found and will be skipped: ${missing[0]}.`
    : `${missing.length} orders were not found and will be skipped: ${missing.join(', ')}.`;
