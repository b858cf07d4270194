import * as z from 'zod';

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

/**
 * A password that a person chooses. Its length only: `weaknessOf` says whether it is easy to guess, and needs a list of
 * common passwords.
 */
export const NewPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(maxPasswordLength, `Password: maximum ${maxPasswordLength} characters`)
  .refine((password) => password === '' || [...password].length >= minPasswordLength, {
    error: `Use at least ${minPasswordLength} characters`,
  });

export const ConfirmPassword = z
  .string({ error: 'Confirm the new password' })
  .min(1, 'Confirm the new password')
  .max(500, 'Confirm password: maximum 500 characters');

export const isSamePassword = (typed: { password: string; confirm_password: string }): boolean =>
  typed.password === typed.confirm_password;

/** Source of the text: specification, section 5. */
export const passwordsDiffer = {
  path: ['confirm_password'],
  error: 'Password and confirm password must be same',
};
