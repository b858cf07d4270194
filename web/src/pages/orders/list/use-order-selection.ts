import { maxSelected } from '@courierdesk/contract/shipment-selection';
import type { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import type { ShipmentRow } from '@courierdesk/contract/shipments';
import type { Selection } from '../../../api/shipments.ts';
import { questionOf, useSelection } from '../../../ui/table/use-selection.ts';

export type OrderSelection = ReturnType<typeof useOrderSelection>;

/** The selected parcels. */
export function useOrderSelection(
  query: ShipmentsQuery,
  list: { rows: readonly ShipmentRow[] | undefined; total: number | undefined; isPlaceholder: boolean },
) {
  const selected = useSelection({ ...list, question: questionOf(query), rowKey: (row) => row.id });
  return {
    ...selected,
    tooMany: selected.count > maxSelected,
    /** The selection as bulk endpoints expect it. */
    selection: (): Selection =>
      selected.all
        ? { matching: query, except: selected.except }
        : { ids: selected.ticked.map(({ id }) => id), order: { sort: query.sort, dir: query.dir } },
  };
}
