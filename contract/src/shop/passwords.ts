import * as z from 'zod';

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

/**
 * A password that somebody chooses. Its length only: `weaknessOf` says whether it is easy to guess, and needs a list of
 * common passwords.
 */
export const NewPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(maxPasswordLength, `Password: maximum ${maxPasswordLength} characters`)
  .refine((password) => password === '' || [...password].length >= minPasswordLength, {
    error: `Use at least ${minPasswordLength} characters`,
  });
