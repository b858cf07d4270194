import { apiBase } from '@courierdesk/contract/endpoint';

/** The browser saves the file; the page stays open. */
export const download = (ticket: string): void => saveFrom(`${apiBase}/downloads/${encodeURIComponent(ticket)}`);

/** The browser saves a URL's response as it arrives. */
export function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
