import { AppError } from '../../base/errors.ts';
import { CourierError, wordsOf } from '../../adapters/couriers/courier-error.ts';

/** Calls a courier for a person, and turns a courier error into a message for them. */
export async function explainCourierErrors<T>(courier: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    const words = wordsOf(error);
    if (error.kind === 'unauthorised')
      throw new AppError('courier-unauthorised', `${courier} refused the credentials of this account: ${words}`);
    if (error.kind === 'rejected') throw new AppError('courier-rejected', `${courier} refused: ${words}`);
    if (error.kind === 'uncertain')
      throw new AppError('courier-uncertain', `${courier} did not respond clearly: ${words}. Check again in a minute.`);
    throw new AppError(
      'courier-unavailable',
      `${courier} did not respond: ${words}. Nothing was changed; you can try again.`,
    );
  }
}
