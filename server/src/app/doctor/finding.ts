/** What a check found, and what to do about it. A start stops at a problem, and `npm run doctor` ends with an error. */
export type Finding = {
  readonly level: 'ok' | 'warning' | 'problem';
  /** Begins with what it is about, such as the name of a variable. Never contains a secret. */
  readonly sentence: string;
  /** The problem may end without anyone doing anything: a start waits for it. */
  readonly mayPass?: true;
};

export const ok = (sentence: string): Finding => ({ level: 'ok', sentence });
export const warning = (sentence: string): Finding => ({ level: 'warning', sentence });
export const problem = (sentence: string): Finding => ({ level: 'problem', sentence });

/** What an error says, with the cause that a failed request hides. */
export function wordsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}
