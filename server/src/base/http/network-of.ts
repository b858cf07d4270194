import { isIPv6 } from 'node:net';

/** What we count for limits: the /64 of IPv6, because one subscriber has all of its addresses, otherwise the address. */
export function networkOf(ip: string): string {
  const address = plain(ip);
  return isIPv6(address) ? `${prefixOf(address, 4)}::/64` : address;
}

/** The addresses that one provider or company often has together: the /48 of IPv6, the /24 of IPv4. */
export function widerNetworkOf(ip: string): string {
  const address = plain(ip);
  return isIPv6(address) ? `${prefixOf(address, 3)}::/48` : address.replace(/\.\d+$/, '.0/24');
}

/** Without the zone and the port, which some proxies write in X-Forwarded-For, and IPv4 as such also when it is written as IPv6. */
function plain(ip: string): string {
  const withoutPort = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip);
  const [address = ''] = (withoutPort?.[1] ?? withoutPort?.[2] ?? ip).split('%');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

function prefixOf(address: string, count: number): string {
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, count);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
