import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { warning, type Finding } from './finding.ts';

/** Networks of one host, one house or one provider's customer: RFC 1918, 4193 and 6598, and addresses of the host and the link. */
const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6');

/** Whether rows and passwords cross the internet in plain text. */
export async function checkEncryption(
  databaseUrl: string,
  isEncrypted: boolean,
  addressOf: (host: string) => Promise<{ address: string }> = lookup,
): Promise<Finding[]> {
  if (isEncrypted) return [];
  const host = new URL(databaseUrl).hostname.replace(/^\[(.+)\]$/, '$1');
  const found = await addressOf(host).catch(() => undefined);
  if (!found || privateNetworks.check(found.address, isIPv6(found.address) ? 'ipv6' : 'ipv4')) return [];
  return [
    warning(
      `DATABASE_URL: the connection to ${host} is not encrypted, and it leaves your network. Add ?sslmode=verify-full to the addresses of the database.`,
    ),
  ];
}
