import { maxSelected } from '@courierdesk/contract/shipment-selection';
import type { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import type { ShipmentRow } from '@courierdesk/contract/shipments';
import { useState } from 'react';
import type { Selection } from '../../../api/shipments.ts';

export type OrderSelection = ReturnType<typeof useOrderSelection>;

type Kept =
  | { kind: 'ticked'; ids: ReadonlySet<string> }
  /** All that match these filters, except those unticked. */
  | { kind: 'matching'; filters: string; except: ReadonlySet<string> };

const none: Kept = { kind: 'ticked', ids: new Set() };

/** The selected parcels: ticked across pages, or all that match while the filters stay the same. */
export function useOrderSelection(
  query: ShipmentsQuery,
  rows: readonly ShipmentRow[] | undefined,
  total: number | undefined,
) {
  const [keptState, setKept] = useState<Kept>(none);
  const filters = filtersOf(query);
  const kept = keptState.kind === 'matching' && keptState.filters !== filters ? none : keptState;
  const shown = rows?.map((row) => row.id) ?? [];
  const selected = kept.kind === 'ticked' ? kept.ids : new Set(shown.filter((id) => !kept.except.has(id)));
  const count = kept.kind === 'ticked' ? kept.ids.size : Math.max(0, (total ?? 0) - kept.except.size);

  const change = (next: ReadonlySet<string>): void => {
    if (kept.kind === 'ticked') return setKept({ kind: 'ticked', ids: next });
    const except = new Set(kept.except);
    for (const id of shown) {
      if (next.has(id)) except.delete(id);
      else except.add(id);
    }
    setKept({ ...kept, except });
  };
  return {
    count,
    /** Everything on this page is ticked, and more orders match. */
    offersAll:
      kept.kind === 'ticked' &&
      total !== undefined &&
      total > kept.ids.size &&
      shown.length > 0 &&
      shown.every((id) => kept.ids.has(id)),
    all: kept.kind === 'matching',
    tooMany: count > maxSelected,
    table: { selected, onChange: change },
    clear: (): void => setKept(none),
    selectAll: (): void => setKept({ kind: 'matching', filters, except: new Set() }),
    /** The selection as bulk endpoints expect it. */
    selection: (): Selection =>
      kept.kind === 'ticked'
        ? { ids: [...kept.ids], order: { sort: query.sort, dir: query.dir } }
        : { matching: query, except: [...kept.except] },
  };
}

function filtersOf({ page: _page, limit: _limit, sort: _sort, dir: _dir, ...filters }: ShipmentsQuery): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  return JSON.stringify(set.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
