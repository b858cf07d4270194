import * as z from 'zod';

export class InvalidControlInput extends Error {
  readonly statusCode = 400;
}

/** Reads the input of a control call; invalid input is answered with 400 and the reason. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new InvalidControlInput(z.prettifyError(result.error));
}
