import { AppError } from '../errors.ts';
import { PlatformError } from '../platforms/platform.ts';

/** Runs a call to the store; what goes wrong there reaches the caller in words a merchant understands. */
export async function askStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PlatformError ? storeError(error) : error;
  }
}

export function storeError(error: PlatformError): AppError {
  if (error.kind === 'unauthorised') {
    return new AppError(
      'store-unauthorised',
      "The store has withdrawn Courierdesk's access; open the app from the store admin to give it again.",
      { cause: error },
    );
  }
  const words = error.kind === 'rejected' && error.platformWords ? ` The store says: ${error.platformWords}` : '';
  return new AppError('store-unavailable', `The store does not answer now. Please try again in a moment.${words}`, {
    cause: error,
  });
}
