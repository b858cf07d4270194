import { z } from 'zod';
import { PlatformError } from '../platform.ts';

/** A mutation's business refusals: always HTTP 200, and nothing was done. */
export const UserErrors = z.array(
  z.object({ message: z.string(), field: z.array(z.string()).nullish(), code: z.string().nullish() }),
);
export type UserErrors = z.infer<typeof UserErrors>;

export function throwRefusal(errors: UserErrors): void {
  if (errors.length === 0) return;
  const words = errors.map(({ message }) => message).join(' ');
  throw new PlatformError('rejected', `Shopify refused: ${words}`, { platformWords: words });
}
