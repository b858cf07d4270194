/** We fetch a URL from a courier's reply only from the courier's API host or its own domains. */
export function mayFetchFrom(address: string, baseUrl: string, domains: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, hostname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return (
    host === new URL(baseUrl).host || domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
  );
}
