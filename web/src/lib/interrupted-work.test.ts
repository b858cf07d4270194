import { beforeEach, expect, it, vi } from 'vitest';
import {
  interruptWork,
  isInterrupted,
  keepForm,
  readFormsOfReload,
  resumeWork,
  storeInterruptedForms,
  takeForm,
} from './interrupted-work.ts';
import { storageOver } from './storage-over.testing.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('location', { pathname: '/dashboard/profile', search: '' });
  vi.stubGlobal('sessionStorage', storageOver(kept));
});

/** The session of a person ends while they type, and they sign in again without opening the dialog again. */
function typeAndSignInAgain(userId: string): void {
  resumeWork(userId);
  interruptWork(userId);
  keepForm('/dashboard/profile password', { values: 'violet harbour', withoutSecrets: '' });
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

it('a reload for a new version stores what was typed without the secrets', () => {
  interruptWork('ayesha');
  keepForm('/dashboard/accounts/create-account', {
    values: { name: 'Lahore', api_key: 'violet-harbour' },
    withoutSecrets: { name: 'Lahore', api_key: '' },
  });
  storeInterruptedForms();
  expect([...kept.values()].join()).not.toContain('violet-harbour');
  readFormsOfReload();
  expect(takeForm('/dashboard/accounts/create-account')).toEqual({ name: 'Lahore', api_key: '' });
});
