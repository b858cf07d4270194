import type { Company } from '@courierdesk/contract/companies';

const pages: Record<Company, (trackingNumber: string) => string> = {
  LEOPARD: (number) => `https://www.leopardscourier.com/tracking?cn=${number}`,
  MNP: (number) => `https://www.mulphilog.com/tracking/${number}`,
  POSTEX: (number) => `https://postex.pk/tracking?cn=${number}`,
  TCS: (number) => `https://www.tcsexpress.com/track/${number}`,
};

/** The courier's own public page for a parcel: docs/contracts, "Tracking page". */
export function trackingPage(company: Company, trackingNumber: string): string {
  return pages[company](encodeURIComponent(trackingNumber));
}
