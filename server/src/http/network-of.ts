import { isIPv6 } from 'node:net';

/**
 * What we count for limits. For IPv6 it is the /64, because one subscriber has all of its addresses. Otherwise it is
 * the
 * address.
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%');
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (embedded) return embedded;
  if (!isIPv6(address)) return ip;
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
