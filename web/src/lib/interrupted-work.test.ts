import { beforeEach, expect, it, vi } from 'vitest';
import { interruptWork, isInterrupted, keepForm, resumeWork, takeForm } from './interrupted-work.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('location', { pathname: '/dashboard/profile', search: '' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});

/** The session of a person ends while they type, and they sign in again without opening the dialog again. */
function typeAndSignInAgain(userId: string): void {
  resumeWork(userId);
  interruptWork(userId);
  keepForm('/dashboard/profile password', 'violet harbour');
  resumeWork(userId);
}

it('what a person typed before their session ended is there again for them', () => {
  typeAndSignInAgain('ayesha');
  expect(takeForm('/dashboard/profile password')).toBe('violet harbour');
});

it('what a person typed and did not open again is gone when somebody else signs in after their logout', () => {
  typeAndSignInAgain('ayesha');
  resumeWork('bilal');
  expect(takeForm('/dashboard/profile password')).toBeUndefined();
});

it('forms of the dashboard are kept when a session ends, those of the sign-in are not', () => {
  interruptWork('ayesha');
  expect(isInterrupted('/dashboard/settings')).toBe(true);
  expect(isInterrupted('/login')).toBe(false);
  expect(isInterrupted('/create-new-password?hash=1')).toBe(false);
});
