import { formatCount } from '@courierdesk/contract/count-text';
import { AuditActorKind, type AuditEvent } from '@courierdesk/contract/audit';
import { auditSentence, type AuditChanges, type AuditFacts } from '@courierdesk/contract/audit-actions';
import { AuditGroup } from '@courierdesk/contract/audit-groups';
import { courierName } from '@courierdesk/contract/companies';
import { nameOfField } from '@courierdesk/contract/field-names';
import { formatRupees } from '@courierdesk/contract/money';
import * as z from 'zod';
import { deviceOf } from '../../base/http/device-of.ts';
import type { AuditRow } from './list-audit-events.ts';

const Changes = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }));
const Facts = z.record(z.string(), z.unknown());

export function presentAuditEvent(row: AuditRow): AuditEvent {
  const changes = Changes.catch({}).parse(row.changes);
  const facts = Facts.catch({}).parse(row.detail);
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { kind: AuditActorKind.parse(row.actor_kind), id: row.actor_id, name: actorName(row) },
    action: row.action,
    group: AuditGroup.catch('bookings').parse(row.action_group),
    sentence: auditSentence(row.action, { subject: row.subject_label, facts, changes: namedChanges(changes) }),
    subject: { kind: row.subject_kind, id: row.subject_id, label: row.subject_label },
    changes: presentChanges(changes),
    facts: presentFacts(facts),
    ip: row.ip,
    device: row.user_agent === '' ? '' : deviceOf(row.user_agent),
    request_id: row.request_id,
  };
}

/** The store and the courier act through their messages to us. */
const actorName = ({ actor_kind: kind, actor_name: name }: AuditRow): string =>
  kind === 'webhook' ? 'Shopify' : kind === 'courier' ? 'The courier' : name;

const namedChanges = (changes: AuditChanges): AuditChanges =>
  Object.fromEntries(Object.entries(changes).map(([field, change]) => [nameOf(field).toLowerCase(), change]));

const presentChanges = (changes: AuditChanges): AuditEvent['changes'] =>
  Object.entries(changes)
    .map(([field, { before, after }]) => ({
      field: nameOf(field),
      before: shown(field, before),
      after: shown(field, after),
    }))
    .toSorted((a, b) => a.field.localeCompare(b.field, 'en', { numeric: true }));

/** Ids of rows say nothing to people, and the sentence has the other ones. */
const unlisted = new Set([
  'account',
  'accounts',
  'account_id',
  'asked_by',
  'what',
  'why',
  'by',
  'how',
  'number',
  'passkey',
  'remembered',
  'users',
]);

const presentFacts = (facts: AuditFacts): AuditEvent['facts'] =>
  Object.entries(facts)
    .filter(([name, value]) => !unlisted.has(name) && isPlain(value))
    .map(([name, value]) => ({ name: nameOf(name), value: shown(name, value) }))
    .filter(({ value }) => value !== '');

const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((item) => typeof item !== 'object') : typeof value !== 'object';

const names: Readonly<Record<string, string>> = {
  cod: 'COD',
  calculated: 'Calculated COD',
  booked: 'Booked COD',
  is_active: 'Active',
  is_default: 'Default account',
  in_active: 'Inactive',
  off_by_plan: 'Activation by the next plan',
  mark_paid_in_store: 'Mark paid in Shopify',
  note_in_remarks: 'Note in remarks',
  default_weight: 'Default weight',
  free_shipping_value: 'Free shipping from',
  names: 'Orders',
  changed: 'Changed',
  kind: 'Type',
  contact_whatsapp: 'WhatsApp number',
  label_parts: 'Shown on labels',
  sheet_parts: 'Shown on load sheets',
  access_scopes: 'Scopes',
  ip: 'IP address',
};

const nameOf = (field: string): string => names[field] ?? nameOfField(field);

const rupees = new Set(['cod', 'calculated', 'booked', 'free_shipping_value']);
const grams = new Set(['weight', 'default_weight']);

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((item) => shown('', item)).join(', ');
  if (rupees.has(field) && value !== '') return formatRupees(String(value));
  if (grams.has(field) && value !== '') return `${formatCount(Number(value))} g`;
  if (field === 'company') return courierName(String(value));
  if (typeof value === 'number') return formatCount(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
