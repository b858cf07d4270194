import type { CourierCall, CourierTracking, StatusMeaning } from '../courier.ts';
import { readScans, withTimes, type Scan, type TimedScan } from '../scans.ts';
import { sameNumber } from '../match-answers.ts';
import { latestPossibleTime, parsePakistanTime } from '../pakistan-time.ts';
import { rupees } from '../reply-values.ts';
import type { ListedRow, TrackReply } from './replies.ts';
import { meaning } from '../status-table.ts';
import { isConfirmedDelivery, tcsCode, tcsStatus } from './statuses.ts';

/** What the account's own list says of a number that tracking has no data for: an attempt's code, or a word. */
export function readAccountRow(row: ListedRow, now: Date): CourierTracking {
  const statusText = row.status || 'Booked';
  const status = closesReturn(row) ? meaning.returned : (tcsCode(statusText) ?? tcsStatus(statusText));
  return {
    trackingNumber: row.trackingNumber,
    found: true,
    statusText,
    status,
    unknownWords: status ? '' : statusText,
    events: [],
    ...(row.reference ? { reference: row.reference } : {}),
    cod: rupees(row.cod),
    bookedAt: latestPossibleTime(parsePakistanTime(row.bookedAt), now),
  };
}

/** The account's payments show a return as closed: handed back to the shipper, or settled. */
export function closesReturn(row: ListedRow): boolean {
  const known = tcsCode(row.status) ?? tcsStatus(row.status);
  return known?.status === 'RTS' && (known.final || row.paymentStatus.toUpperCase() === 'Y');
}

/** A parcel on its way back that the payments show as closed: its way has ended, although no scan says so. */
export const withReturnClosed = (tracking: CourierTracking): CourierTracking =>
  tracking.found
    ? { ...tracking, status: meaning.returned, statusText: `${tracking.statusText} (closed in the payments)` }
    : tracking;

/**
 * The part of an answer that is about this number. Rows repeat the number. Parts without a number, such as the summary,
 * count only if all numbers in the answer are this one.
 */
export function answerAbout(trackingNumber: string, reply: TrackReply, call: CourierCall): TrackReply {
  const { shipmentinfo, deliveryinfo, checkpoints } = reply;
  const rows = [...shipmentinfo, ...deliveryinfo, ...checkpoints];
  const named = rows.filter((row) => row.consignmentno !== '');
  const others = named.filter((row) => !sameNumber(row.consignmentno, trackingNumber));
  if (others.length === 0 && named.length > 0) return reply;
  const saysSomething = rows.length > 0 || currentStatus(reply.shipmentsummary) !== '';
  if (saysSomething)
    call.onMismatch?.({ asked: [trackingNumber], answered: [...new Set(others.map((row) => row.consignmentno))] });
  const isOurs = (row: { consignmentno: string }) => sameNumber(row.consignmentno, trackingNumber);
  return {
    ...reply,
    shipmentinfo: shipmentinfo.filter(isOurs),
    deliveryinfo: deliveryinfo.filter(isOurs),
    checkpoints: checkpoints.filter(isOurs),
    shipmentsummary: '',
  };
}

/**
 * Where the parcel is by its scans. No data says nothing: not scanned yet, or not a number of TCS. The lists are newest
 * first and several scans may share a minute; of those the most telling one counts. See docs/contracts/tcs.md, "Tracking".
 */
export function readTracked(trackingNumber: string, reply: TrackReply, now: Date): CourierTracking {
  const scans = scansOf(reply, now);
  const info = reply.shipmentinfo[0];
  const summary = currentStatus(reply.shipmentsummary);
  if (!info && scans.length === 0 && summary === '') return { trackingNumber, found: false };

  const { events } = readScans(scans);
  const byTelling = scans.toSorted(byWeight);
  const { events: tellingEvents, status, statusAt, unknownWords } = readScans(byTelling);
  const stated = summary || (scans.length === 0 ? 'Booked' : '');
  const reference = info && info.referenceno !== 'NA' ? info.referenceno : '';
  return {
    trackingNumber,
    found: true,
    // Scans whose times cannot be read are no events.
    statusText: (tellingEvents.at(-1) ?? byTelling.at(-1)?.event)?.text ?? stated,
    status: status ?? tcsStatus(stated),
    statusAt,
    unknownWords: scans.length === 0 && !tcsStatus(stated) ? stated : unknownWords,
    events,
    ...(reference ? { reference } : {}),
    bookedAt: latestPossibleTime(parsePakistanTime(info?.bookingdate ?? ''), now),
    expectedAt: expectedAt(reply.shipmentsummary),
  };
}

function scansOf(reply: TrackReply, now: Date): TimedScan[] {
  const attemptRows = reply.deliveryinfo.flatMap((row): Scan[] => {
    if (row.status === '' && row.code === '') return [];
    const event = { text: row.status || row.code, code: row.code, location: row.station, detail: row.recievedby };
    return [{ event, time: parsePakistanTime(row.datetime), meaning: attemptMeaning(row.code, row.status) }];
  });
  const delivered =
    attemptRows.some((scan) => scan.meaning?.status === 'DELIVERED') || saysDelivered(reply.shipmentsummary);
  const checkpointRows = reply.checkpoints.flatMap((row): Scan[] => {
    if (row.status === '') return [];
    const checkpoint = tcsStatus(row.status);
    const isDelivery = checkpoint?.status === 'DELIVERED';
    const event = {
      text: row.status,
      code: '',
      location: isDelivery ? '' : row.recievedby,
      detail: isDelivery ? row.recievedby : '',
    };
    const time = parsePakistanTime(row.datetime);
    return [{ event, time, meaning: isDelivery && !delivered ? undefined : checkpoint }];
  });
  const checkpoints = withTimes(checkpointRows.toReversed(), now);
  const attempts = withTimes(attemptRows.toReversed(), now, readScans(checkpoints).events.at(-1)?.at);
  const others = checkpoints.filter((scan) => !attempts.some((attempt) => tellTheSame(scan, attempt)));
  return [...others, ...attempts];
}

function attemptMeaning(code: string, text: string): StatusMeaning | undefined {
  if (isConfirmedDelivery(text, code)) return meaning.delivered;
  const byText = tcsStatus(text);
  return tcsCode(code) ?? (byText?.status === 'DELIVERED' ? undefined : byText);
}

const byWeight = (one: TimedScan, other: TimedScan): number => weight(one.meaning) - weight(other.meaning);

function weight(known: StatusMeaning | undefined): number {
  if (!known) return 0;
  switch (known.status) {
    case 'FULFILLED':
      return 1;
    case 'INPROCESS':
      return known.attention ? 3 : 2;
    case 'CANCELLED':
      return 4;
    case 'DELIVERED':
      return 5;
    case 'RTS':
      return known.final ? 7 : 6;
  }
}

/** An attempt and the checkpoint written for it, such as `Delivered` and `Shipment Delivered`. */
function tellTheSame(one: TimedScan, other: TimedScan): boolean {
  return (
    one.at?.getTime() === other.at?.getTime() &&
    (one.event.text.toLowerCase() === other.event.text.toLowerCase() ||
      (one.meaning !== undefined && one.meaning.final && one.meaning === other.meaning))
  );
}

const currentStatus = (summary: string): string => /current status\s*:\s*([^\r\n]+)/i.exec(summary)?.[1]?.trim() ?? '';

const saysDelivered = (summary: string) => /current status\s*:\s*delivered\s*$/im.test(summary);

/** `Expected Delivery Date : 06-DEC-25 between 9 AM to 6 PM`: the end of that time. */
function expectedAt(summary: string): Date | undefined {
  const said = /expected delivery date\s*:\s*([^\r\n]+)/i.exec(summary)?.[1];
  const day = said ? parsePakistanTime(said) : undefined;
  if (!said || !day) return undefined;
  const end = /to\s+(\d{1,2})\s*(am|pm)/i.exec(said);
  const hours = end ? (Number(end[1]) % 12) + (end[2]?.toLowerCase() === 'pm' ? 12 : 0) : 0;
  return new Date(day.at.getTime() + hours * 3_600_000);
}
