import { z } from 'zod';

export const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });
