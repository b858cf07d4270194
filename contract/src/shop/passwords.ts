import * as z from 'zod';
import { tooLong } from '../values/maximum-texts.ts';

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

/**
 * A password that a person chooses. Its length only: `weaknessOf` says whether it is easy to guess, and needs a list of
 * common passwords.
 */
export const NewPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(maxPasswordLength, tooLong('Password', maxPasswordLength))
  .refine((password) => password === '' || [...password].length >= minPasswordLength, {
    error: `Use at least ${minPasswordLength} characters`,
  });

export const ConfirmPassword = z
  .string({ error: 'Confirm the new password' })
  .min(1, 'Confirm the new password')
  .max(500, tooLong('Confirm password', 500));

export const isSamePassword = (typed: { password: string; confirm_password: string }): boolean =>
  typed.password === typed.confirm_password;

/** The text is fixed: docs/spec-coverage.md, "5. Validation rules". */
export const passwordsDiffer = {
  path: ['confirm_password'],
  error: 'Password and confirm password must be same',
};
