/** An error without its message, which may contain personal data: its code, such as SQLSTATE, its kind, or its class. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('kind' in error && typeof error.kind === 'string') return error.kind;
  return error.constructor.name;
}
