import type { Company } from '@courierdesk/contract/companies';
import { companies } from '@courierdesk/contract/companies';

/** One press of the booking button: who, with which courier, under which key. All presses of a pattern happen at once. */
export type Press = {
  user: number;
  company: Company;
  key: string;
};

type ClickPatternKind = 'one click' | 'double click' | 'two clicks, two keys' | 'two users';

export type ClickPattern = {
  kind: ClickPatternKind;
  presses: Press[];
};

/** How one order is booked: by one person with one click, or in one of the ways that must not book it twice. */
export function clickPatternFor(order: { id: string; index: number }, user: number, plan: Plan): ClickPattern {
  const company = companyAt(order.index);
  const key = (press: number): string => `proof-${order.id}-${press}`;
  const press = { user, company, key: key(1) };
  const dice = plan.random();
  if (dice < 0.4) return { kind: 'one click', presses: [press] };
  if (dice < 0.65) return { kind: 'double click', presses: [press, press] };
  if (dice < 0.8) return { kind: 'two clicks, two keys', presses: [press, { ...press, key: key(2) }] };
  const other = (user + 1 + Math.floor(plan.random() * (plan.users - 1))) % plan.users;
  const otherCompany = plan.random() < 0.5 ? company : companyAt(order.index + 1);
  return { kind: 'two users', presses: [press, { user: other, company: otherCompany, key: key(2) }] };
}

type Plan = {
  users: number;
  random(): number;
};

const companyAt = (index: number): Company => companies[index % companies.length] ?? 'LEOPARD';
