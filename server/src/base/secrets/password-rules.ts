import { weaknessOf } from '@courierdesk/contract/password-strength';
import { AppError } from '../errors.ts';

/** Refuses a new password that is easy to guess; its length is checked by the contract. `field` is where it was typed. */
export function refuseWeakPassword(password: string, email: string, field: string): void {
  const weakness = weaknessOf(password, email);
  if (weakness) throw new AppError('invalid-input', weakness, { field });
}
