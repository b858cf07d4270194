import type { PrintedPapers } from '@courierdesk/contract/printed-papers';
import type { Db } from '../../base/db/client.ts';
import { sheetsOfShipments } from './load-sheet-queries.ts';
import { printsOf } from './queries.ts';

/** When the label of each shipment was printed, and its newest load sheet. */
export async function printStatusOf(
  trx: Db,
  shopId: string,
  shipmentIds: readonly string[],
): Promise<(shipmentId: string) => PrintedPapers> {
  if (shipmentIds.length === 0) return () => ({ printed: null, load_sheet: null });
  const [prints, sheets] = [
    await printsOf(trx, shopId, shipmentIds, 'airway-bill'),
    await sheetsOfShipments(trx, shopId, shipmentIds),
  ];
  return (id) => {
    const print = prints.get(id);
    const sheet = sheets.get(id);
    return {
      printed: print ? { at: print.last_at.toISOString(), times: print.times } : null,
      load_sheet: sheet ? { number: sheet.number, handed_over_at: sheet.handed_over_at?.toISOString() ?? null } : null,
    };
  };
}
