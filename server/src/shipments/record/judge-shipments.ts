import { courierName } from '@courierdesk/contract/companies';
import type { Issue, IssueCode } from '@courierdesk/contract/issues';
import { formatRupees } from '@courierdesk/contract/money';
import { describeItems, lineTitle } from './describe-items.ts';
import { howToStop, isReturned, type HoldingShipment, type ShipmentToStop } from './find-shipments.ts';

/** The parcels of a store order. */
type OrderParcels = {
  /** Units that no parcel has. */
  readonly left: number;
  readonly holding: readonly HoldingShipment[];
  readonly toStop: ShipmentToStop | undefined;
};

/** What parcels of a store order a person must decide about before another one is booked. */
export function judgeShipments({ left, holding, toStop }: OrderParcels): Issue[] {
  const warning = (code: IssueCode, msg: string, subject: string): Issue => ({
    ...{ level: 'warning', code, field: '', msg },
    subject: subject.slice(0, 200),
  });
  const found: Issue[] = [];
  if (toStop) {
    const courier = courierName(toStop.company);
    found.push(
      warning(
        'not-voided',
        `${courier} still has ${toStop.tracking_number} for this order. ${howToStop(toStop)}, then confirm here.`,
        `${toStop.company} ${toStop.tracking_number}`,
      ),
    );
  }
  const returned = holding.filter(isReturned);
  if (returned.length > 0)
    found.push(
      warning(
        'came-back',
        `Came back with ${returned.map(named).join(', ')}. Confirm to send it again.`,
        returned.map(({ id }) => id).join(' '),
      ),
    );
  const onTheirWay = holding.filter((one) => !isReturned(one) && !(one.final && one.status === 'DELIVERED'));
  if (onTheirWay.length > 0 && left > 0) {
    const described = onTheirWay.map((one) => {
      const items = describeItems(one.lines.map((line) => ({ title: lineTitle(line), quantity: line.quantity })));
      return `${named(one)} with ${items}${Number(one.cod) > 0 ? `, which collects ${formatRupees(one.cod)}` : ''}`;
    });
    found.push(
      warning(
        'second-parcel',
        `Another parcel of this order is on its way: ${described.join('; ')}. This one gets what is left.`,
        onTheirWay.map(({ id }) => id).join(' '),
      ),
    );
  }
  return found;
}

const named = ({ company, tracking_number: number }: Pick<HoldingShipment, 'company' | 'tracking_number'>): string =>
  [courierName(company), number].filter(Boolean).join(' ');
