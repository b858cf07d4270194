import type { SandboxContext } from '../../core/sandbox-context.ts';

export function gid(type: string, id: number | string): string {
  return `gid://shopify/${type}/${id}`;
}

type ParsedGid = {
  type: string;
  id: number;
};

export function parseGid(text: string): ParsedGid | undefined {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d+)$/.exec(text);
  if (!match?.[1] || !match[2]) return undefined;
  return { type: match[1], id: Number(match[2]) };
}

export const firstId = 6_000_000_000_000;
const step = 32_768;

/** Numbers of the size Shopify hands out, unique over all kinds of things. */
export function newId(context: SandboxContext): number {
  return firstId + context.state.counter('shopify.id') * step;
}
