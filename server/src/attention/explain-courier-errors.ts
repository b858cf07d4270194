import { AppError } from '../errors.ts';
import { CourierError, wordsOf } from '../couriers/courier-error.ts';

/** Asks a courier for a person who waits: its failures become sentences for them. */
export async function explainCourierErrors<T>(courier: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    const words = wordsOf(error);
    if (error.kind === 'unauthorised')
      throw new AppError('courier-unauthorised', `${courier} refuses the credentials: ${words}`);
    if (error.kind === 'rejected') throw new AppError('courier-rejected', `${courier} answered: ${words}`);
    if (error.kind === 'uncertain')
      throw new AppError('courier-uncertain', `${courier} did not answer clearly: ${words}. Look again in a minute.`);
    throw new AppError(
      'courier-unavailable',
      `${courier} could not be asked: ${words}. Nothing was changed; try again.`,
    );
  }
}
