import * as z from 'zod';

/** A number, or the text of one as a form sends it; an empty text is none, and never 0. `error` says so. */
export const filledNumber = (error: string) =>
  z.union([z.number(), z.string().trim().min(1).pipe(z.coerce.number())], { error });
