import { ExportFilter, ExportFormat, type OrderExport } from '@courierdesk/contract/exports';
import { filterWords } from '@courierdesk/contract/filter-words';
import { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import type { ListedExport } from './queries.ts';

export function presentExport(row: ListedExport, now: Date): OrderExport {
  return {
    id: row.id,
    state: stateOf(row, now),
    filter: ExportFilter.parse(row.filter),
    filters: filterWords(ShipmentsQuery.parse(row.query)),
    format: ExportFormat.parse(row.format),
    columns: row.columns.length,
    done: row.done,
    total: row.total,
    file_name: row.file_name,
    size: row.size,
    asked_by: row.asked_by,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    mail: { to: row.mail_to, state: mailState(row.mail_state) },
  };
}

export function stateOf(row: ListedExport, now: Date): OrderExport['state'] {
  if (row.state === 'under-way' || row.state === 'failed') return row.state;
  return row.file_id && row.expires_at && row.expires_at > now ? 'done' : 'expired';
}

function mailState(state: string | null): OrderExport['mail']['state'] {
  return state === 'sent' || state === 'failed' ? state : 'waiting';
}
