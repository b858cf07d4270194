import type { FaultKind } from '../../core/faults.ts';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Consignment, ParcelEvent } from './consignment.ts';
import { pakistanTime } from '../../core/pakistan-time.ts';
import { recentPushes, type PushOutcome } from './recent-pushes.ts';

/** Where a courier sends a merchant's status updates, as set in the courier's portal. */
type PushTarget = {
  courier: 'LEOPARD' | 'POSTEX';
  url: string;
  header: string;
  secret: string;
  /** Only parcels of this account; unset: of every account. */
  account?: string | undefined;
};

/** The faults that apply to pushes; a courier's other faults apply to its API only. */
const pushFaultKinds: readonly FaultKind[] = ['delay', 'drop-before', 'down', 'duplicate-webhook', 'reorder-webhook'];
const responseTimeoutMs = 5000;
const maxReorderDelayMs = 500;

/** The courier's portal: one target per courier and account. */
export function setPushTarget(context: SandboxContext, target: PushTarget): void {
  context.state
    .collection<PushTarget>('push-targets')
    .put(`${target.courier}:${target.account ?? '*'}:${target.url}`, target);
}

/** Sends the scans since the last save to the push targets, without waiting for the result. */
export function pushStatusUpdates(context: SandboxContext, before: Consignment | undefined, after: Consignment): void {
  const newEvents = after.events.slice(before?.events.length ?? 0);
  if (newEvents.length === 0) return;
  for (const target of context.state.collection<PushTarget>('push-targets').values()) {
    if (target.courier !== after.courier || (target.account !== undefined && target.account !== after.account))
      continue;
    for (const event of newEvents) {
      const body = bodyOf(target.courier, after, event);
      if (body) void deliver(context, target, after.tracking_number, body);
    }
  }
}

/** Leopards sends short codes in a batch, none for a cancellation; PostEx sends one update at a time. */
function bodyOf(courier: PushTarget['courier'], parcel: Consignment, event: ParcelEvent): string | undefined {
  const { year, month, day, hour, minute, second } = pakistanTime(event.at);
  const time = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  if (courier === 'POSTEX')
    return JSON.stringify({
      trackingNumber: parcel.tracking_number,
      orderReferenceNumber: parcel.reference,
      statusUpdateDatetime: time,
      orderStatus: event.status,
      returnRequested: event.stage === 'returning' || event.stage === 'returned',
    });
  if (!event.code) return undefined;
  return JSON.stringify({
    data: [
      {
        cn_number: parcel.tracking_number,
        status: event.code,
        receiver_name: event.stage === 'delivered' ? parcel.consignee.name : null,
        reason: event.reason ?? '',
        activity_date: time,
        booked_packet_order_id: parcel.reference,
      },
    ],
  });
}

async function deliver(context: SandboxContext, target: PushTarget, number: string, body: string): Promise<void> {
  const fault = context.faults.pick(target.courier.toLowerCase(), 'push', { kinds: pushFaultKinds });
  switch (fault?.kind) {
    case 'drop-before':
    case 'down':
      return;
    case 'delay':
      await pause(fault.delayMs ?? 1000);
      break;
    case 'reorder-webhook':
      await pause(Math.floor(context.random() * (fault.delayMs ?? maxReorderDelayMs)));
      break;
    case 'duplicate-webhook':
      await send(context, target, number, body);
      break;
    default:
      break;
  }
  await send(context, target, number, body);
}

async function send(context: SandboxContext, target: PushTarget, number: string, body: string): Promise<void> {
  const outcome = (status: number | string, answer: string): PushOutcome => ({
    courier: target.courier,
    tracking_number: number,
    at: context.now().toISOString(),
    status,
    answer,
  });
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeoutMs),
      headers: { 'content-type': 'application/json', [target.header]: target.secret },
      body,
    });
    recentPushes(context).add(outcome(response.status, await response.text()));
  } catch (error) {
    recentPushes(context).add(outcome(error instanceof Error ? error.message : String(error), ''));
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
