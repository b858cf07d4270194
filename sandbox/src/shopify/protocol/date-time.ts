/** Shopify writes times to the second, in UTC. */
export function dateTime(iso: string): string;
export function dateTime(iso: string | null): string | null;
export function dateTime(iso: string | null): string | null {
  return iso === null ? null : `${new Date(iso).toISOString().slice(0, 19)}Z`;
}
