import * as z from 'zod';
import { tooLong } from '../values/maximum-texts.ts';

export const defaultLimit = 50;
const maxLimit = 200;

/** Characters of what a list is searched for. */
export const maxSearchLength = 100;

/** Why a text cannot be searched for. */
export const searchProblem = (text: string): string | undefined =>
  text.trim().length > maxSearchLength ? tooLong('Search', maxSearchLength) : undefined;

/** Page and limit as they come in a URL; nonsense falls back to page 1 and 50 rows. */
export const Paging = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1).catch(1),
  limit: z.coerce.number().int().min(1).max(maxLimit).default(defaultLimit).catch(defaultLimit),
});
export type Paging = z.infer<typeof Paging>;

/** A list of work: all, or only what is not finished. */
export const UnfinishedQuery = Paging.extend({
  unfinished: z
    .union([z.literal(true), z.literal('true').transform(() => true as const)])
    .optional()
    .catch(undefined),
});
export type UnfinishedQuery = z.output<typeof UnfinishedQuery>;

/** The page of a paged reply. `page` is the last one if a later page was requested. */
export const Pagination = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  total: z.number().int(),
  pages: z.number().int(),
});
export type Pagination = z.infer<typeof Pagination>;

export function paginationOf(paging: Paging, total: number): Pagination {
  const pages = pagesOf(paging, total);
  return { page: Math.min(paging.page, pages), limit: paging.limit, total, pages };
}

/** How many pages there are; an empty list has one. */
export const pagesOf = ({ limit }: Pick<Paging, 'limit'>, total: number): number =>
  Math.max(1, Math.ceil(total / limit));

export const SortDirection = z.enum(['asc', 'desc']);
export type SortDirection = z.infer<typeof SortDirection>;
