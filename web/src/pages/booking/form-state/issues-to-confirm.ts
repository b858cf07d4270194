import type { OrderData } from '@courierdesk/contract/order-data';
import type { Issue } from '@courierdesk/contract/issues';
import { numberIn, roundedRupees } from '@courierdesk/contract/typed-numbers';
import { unusualCod } from '@courierdesk/contract/unusual-cod';
import { unusualConsignee } from '@courierdesk/contract/unusual-consignee';
import type { BookingSubject } from './booking-subject.ts';
import type { AskedIssues, BookingValues } from './booking-values.ts';

/** What the server asked about an amount and an account. */
export type RefusedCod = { cod: string; account: string; issues: readonly Issue[] };

/** What a person must confirm before booking these values. */
export function issuesToConfirm(
  subject: BookingSubject,
  values: BookingValues,
  refused: RefusedCod | undefined,
): AskedIssues {
  const { order, merged } = subject;
  const warnings = warningsOf(subject);
  return {
    voided: warnings.filter(({ code }) => code === 'not-voided'),
    returned: warnings.filter(({ code }) => code === 'came-back'),
    warnings: warnings.filter(({ code }) => code !== 'not-voided' && code !== 'came-back'),
    cod:
      refused?.cod === values.cod_amount && refused.account === values.tracking_account
        ? refused.issues
        : unusualCods(order, warnings, numberIn(values.cod_amount, 'rupees')),
    consignee: unusualConsignee(values, merged?.orders ?? [order]),
  };
}

const warningsOf = ({ order, merged }: BookingSubject): Issue[] =>
  (merged?.orders ?? [order]).flatMap((one) =>
    one.issues.flatMap((issue) =>
      issue.level === 'warning' ? [{ ...issue, msg: merged ? `${one.order_name}: ${issue.msg}` : issue.msg }] : [],
    ),
  );

/** Why this COD must be confirmed, as the server would ask. */
function unusualCods(order: OrderData, warnings: readonly Issue[], cod: number | undefined): Issue[] {
  if (cod === undefined) return [];
  const isForeign = warnings.some(({ code }) => code === 'other-currency');
  const issue = unusualCod({
    cod: roundedRupees(cod),
    proposed: isForeign ? null : order.cod_amount,
    outstanding: order.outstanding,
    usual: order.usual_cod,
  });
  return issue ? [issue] : [];
}
