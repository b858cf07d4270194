import { AppError } from '../../base/errors.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { opensAgain } from './closed-stores.ts';

/** Runs a call to the store and turns its errors into messages that a merchant understands. */
export async function callStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PlatformError ? storeError(error) : error;
  }
}

export function storeError(error: PlatformError): AppError {
  if (opensAgain(error.closedAs))
    return new AppError('store-unavailable', closedWords[error.closedAs], { cause: error });
  if (error.kind === 'unauthorised') {
    return new AppError(
      'store-unauthorised',
      'Courierdesk no longer has access to the store. Reconnect it at the top of the page, or ask the owner to do it.',
      { cause: error },
    );
  }
  const words = error.kind === 'rejected' && error.platformWords ? ` The store says: ${error.platformWords}` : '';
  return new AppError('store-unavailable', `The store is not responding. Please try again in a moment.${words}`, {
    cause: error,
  });
}

const closedWords = {
  frozen: 'The store is frozen because its Shopify bill is not paid. We continue when the bill is paid.',
  locked: 'Shopify has locked the store. We continue when Shopify unlocks it.',
};
