import type { z } from 'zod';
import type { PageInfo } from './page-info.ts';

type Page<Node> = { readonly nodes: readonly Node[]; readonly pageInfo: z.infer<typeof PageInfo> };

/** All nodes of a connection whose first page is known. `next` gives nothing if its owner no longer exists. */
export async function allPages<Node>(
  first: Page<Node>,
  next: (after: string) => Promise<Page<Node> | undefined>,
): Promise<Node[]> {
  const nodes = [...first.nodes];
  let page: Page<Node> | undefined = first;
  while (page?.pageInfo.hasNextPage && page.pageInfo.endCursor) {
    page = await next(page.pageInfo.endCursor);
    nodes.push(...(page?.nodes ?? []));
  }
  return nodes;
}
