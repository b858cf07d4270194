/** An address that a courier gave us is only fetched from the courier: its API's own host, or a domain of its. */
export function mayFetchFrom(address: string, baseUrl: string, domains: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, hostname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return (
    host === new URL(baseUrl).host || domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
  );
}
