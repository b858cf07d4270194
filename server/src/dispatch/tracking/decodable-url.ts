import { apiBase } from '@courierdesk/contract/endpoint';

const pages = ['/track/', `${apiBase}/track-order-public/`];

/** A tracking number that cannot be decoded is taken as it is written, so that it has the answer of any unknown number. */
export function decodableTrackingUrl(url: string): string {
  if (!pages.some((page) => url.startsWith(page))) return url;
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
