import type { Company } from '@courierdesk/contract/companies';
import type { TestServer } from './test-server.ts';

/** A parcel that the courier knows and we do not: it was booked in the courier's portal. */
export async function bookedInPortal(
  server: TestServer,
  parcel: { readonly tracking_number: string; readonly courier: Company; readonly to?: string },
): Promise<void> {
  await server.sandbox.control('consignments', {
    consignments: [
      {
        ...{ reference: `PORTAL-${parcel.tracking_number}`, city: 'Lahore', cod: 2450 },
        consignee: { name: 'Ayesha Khan', phone: '03001234567', address: 'House 1, Street 2' },
        booked_at: new Date(server.clock.now.getTime() - 3_600_000).toISOString(),
        ...parcel,
      },
    ],
  });
}
