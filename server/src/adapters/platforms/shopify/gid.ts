/**
 * Shopify's global ids, `gid://shopify/Order/123`: outside this folder only the number is used for orders and lines.
 */
export function gid(type: string, id: string): string {
  return `gid://shopify/${type}/${id}`;
}

/** The tail of a global id, without the query some carry. */
export function numericId(globalId: string): string {
  const [tail = ''] = globalId.slice(globalId.lastIndexOf('/') + 1).split('?', 1);
  return tail;
}
