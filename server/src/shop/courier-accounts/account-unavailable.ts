import { CourierError } from '../../adapters/couriers/courier-error.ts';

/** We did not call the courier: all slots of the account are in use, or the account is paused after failures. */
export class AccountUnavailable extends CourierError {
  readonly reason: 'busy' | 'paused';
  constructor(reason: 'busy' | 'paused', message: string, retryAfter: number) {
    super('unavailable', message, { retryAfter });
    this.name = 'AccountUnavailable';
    this.reason = reason;
  }
}
