import { getAttention } from '@courierdesk/contract/attention';
import { getDifferences } from '@courierdesk/contract/differences';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { canAccess, type Access } from '@courierdesk/contract/scopes';
import { ToDoKind, type getToDoItems } from '@courierdesk/contract/to-do';
import type { UserActor } from '../../base/actor.ts';
import { countUnfinishedBatches } from '../../dispatch/batches/unfinished-batches.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { countDifferences } from '../../dispatch/differences/count-differences.ts';
import { countUnfinishedImports } from '../../dispatch/imports/unfinished-imports.ts';
import { resolveStoreOrdersRequest } from '../../store/orders/resolve-list-request.ts';
import {
  accountsWithRefusedCredentials,
  openCases,
  shipmentsOnNoLoadSheet,
  shipmentsWaiting,
  storeOrdersIn,
  type Waiting,
} from './queries.ts';

const readers: Access = ['READ_ORDERS'];
const bookers: Access = ['BOOK_ORDERS'];

/** Which page an item leads to, by who may open it. */
const accessOf: Record<ToDoKind, Access> = {
  'late-parcels': readers,
  'failed-attempts': readers,
  'refused-credentials': ['READ_ACCOUNTS'],
  'uncertain-bookings': getAttention.access,
  'failed-store-updates': getAttention.access,
  'other-cases': getAttention.access,
  differences: getDifferences.access,
  'ready-to-book': bookers,
  'needs-a-look': bookers,
  'unprinted-labels': readers,
  'left-off-load-sheet': bookers,
  'no-load-sheet': bookers,
  'not-picked-up': readers,
  stuck: readers,
  unchecked: readers,
  'missing-payments': readers,
  'unfinished-batches': bookers,
  'unfinished-imports': ['UPDATE_ORDERS'],
};

const unknownTo020: ReadonlySet<ToDoKind> = new Set(['unchecked', 'missing-payments']);

const withMoney: ReadonlySet<ToDoKind> = new Set(['late-parcels', 'failed-attempts', 'missing-payments']);

/** What waits for people: first what cannot wait, then the order of the day's work. */
export async function listToDoItems(context: Context, actor: UserActor): Promise<ReplyOf<typeof getToDoItems>> {
  const { shopId } = actor;
  const now = context.clock();
  const may = (kind: ToDoKind): boolean => canAccess(accessOf[kind], actor);
  const asked = may('ready-to-book')
    ? await resolveStoreOrdersRequest(context, actor, { tab: 'ready', dir: 'asc', op: 'GREATER' })
    : undefined;
  return withShop(context.db, shopId, async (trx) => {
    const cases = await openCases(trx, context.config, shopId);
    const waiting: Record<ToDoKind, () => Promise<Waiting | undefined> | Waiting | undefined> = {
      'late-parcels': () => shipmentsWaiting(trx, shopId, 'LATE', now),
      'failed-attempts': () => shipmentsWaiting(trx, shopId, 'ATTEMPTED', now),
      'refused-credentials': () => accountsWithRefusedCredentials(trx, shopId),
      'uncertain-bookings': () => cases.bookings,
      'failed-store-updates': () => cases['store-updates'],
      'other-cases': () => cases.others,
      differences: () => countDifferences(trx, shopId),
      'ready-to-book': () => asked && storeOrdersIn(trx, asked),
      'needs-a-look': () => asked && storeOrdersIn(trx, { ...asked, query: { ...asked.query, tab: 'look' } }),
      'unprinted-labels': () => shipmentsWaiting(trx, shopId, 'UNPRINTED', now),
      'left-off-load-sheet': () => shipmentsOnNoLoadSheet(trx, shopId, now, 'left-off'),
      'no-load-sheet': () => shipmentsOnNoLoadSheet(trx, shopId, now, 'others'),
      'not-picked-up': () => shipmentsWaiting(trx, shopId, 'NOT_PICKED_UP', now),
      stuck: () => shipmentsWaiting(trx, shopId, 'STUCK', now),
      unchecked: () => shipmentsWaiting(trx, shopId, 'UNCHECKED', now),
      'missing-payments': () => shipmentsWaiting(trx, shopId, 'MISSING_PAYMENT', now),
      'unfinished-batches': () => countUnfinishedBatches(trx, shopId),
      'unfinished-imports': () => countUnfinishedImports(trx, shopId, now),
    };
    const items: ReplyOf<typeof getToDoItems>['data'] = [];
    for (const kind of ToDoKind.options.filter(may)) {
      const found = await waiting[kind]();
      if (found && found.count > 0)
        items.push({
          kind,
          count: found.count,
          oldest_at: found.oldestAt?.toISOString() ?? null,
          amount: withMoney.has(kind) ? Math.round(Number(found.amount ?? 0)) : null,
        });
    }
    return {
      data: items.filter(({ kind }) => !unknownTo020.has(kind)),
      more: items.filter(({ kind }) => unknownTo020.has(kind)),
      resolving: may('other-cases') ? cases.resolving : 0,
    };
  });
}
