import * as z from 'zod';

export class BadControlInput extends Error {
  readonly statusCode = 400;
}

/** Reads the input of a control call; a mistake in it is answered with 400 and a sentence. */
export function parsed<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new BadControlInput(z.prettifyError(result.error));
}
