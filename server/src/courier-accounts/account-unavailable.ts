import { CourierError } from '../couriers/courier-error.ts';

/** The courier was not asked at all: the account's lines are taken, or it is left alone for a while. */
export class AccountUnavailable extends CourierError {
  readonly reason: 'busy' | 'paused';
  constructor(reason: 'busy' | 'paused', message: string, retryAfter: number) {
    super('unavailable', message, { retryAfter });
    this.name = 'AccountUnavailable';
    this.reason = reason;
  }
}
