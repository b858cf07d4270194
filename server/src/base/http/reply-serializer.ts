import type { FastifySerializerCompiler } from 'fastify';
import type { z } from 'zod';

/**
 * Sends only what the reply's schema in the contract contains. Replies are parsed rather
 * than encoded, which takes half as long and is the same where no schema has a codec.
 */
export const replySerializer: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url }) =>
  (data) => {
    const { data: reply, error } = schema.safeParse(data);
    if (error) throw new Error(`the reply of ${method} ${url} does not match the contract`, { cause: error });
    return JSON.stringify(reply);
  };
