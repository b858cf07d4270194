export function gid(type: string, id: number | string): string {
  return `gid://shopify/${type}/${id}`;
}

export interface ParsedGid {
  type: string;
  id: number;
}

export function parseGid(text: string): ParsedGid | undefined {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d+)$/.exec(text);
  if (!match?.[1] || !match[2]) return undefined;
  return { type: match[1], id: Number(match[2]) };
}
