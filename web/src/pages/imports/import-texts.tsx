import { courierName } from '@courierdesk/contract/companies';
import type { Import } from '@courierdesk/contract/imports';
import { importTone, type ImportTone } from '../../parts/importing/import-tone.ts';
import { kindName } from '../../parts/importing/import-texts.ts';
import { ToneBadge, type Tone } from '../../ui/tone-badge.tsx';
import { formatCount } from '@courierdesk/contract/count-text';

/** `Courier statement, Leopards` */
export const importKindText = (one: Import): string =>
  one.company ? `${kindName[one.kind]}, ${courierName(one.company)}` : kindName[one.kind];

/** The file name, or the kind of import. */
export const nameOf = (one: Import): string => one.file_name || kindName[one.kind];

export function ImportState({ one }: { one: Import }) {
  return <ToneBadge tone={badgeTone[importTone(one)]}>{wordOf(one)}</ToneBadge>;
}

const badgeTone: Record<ImportTone, Tone> = {
  info: 'booked',
  success: 'delivered',
  warning: 'needs',
  error: 'needs',
};

function wordOf(one: Import): string {
  if (one.state === 'under-way') return 'In progress';
  if (one.state === 'stopped') return 'Stopped';
  if (one.failed === 0) return one.changed === 0 ? 'Nothing changed' : 'Done';
  const failed = `${formatCount(one.failed)} failed`;
  return one.changed === 0 ? failed : `Done, ${failed}`;
}
