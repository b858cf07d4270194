import { courierName } from '@courierdesk/contract/companies';
import type { Import } from '@courierdesk/contract/imports';
import { kindName } from '../../importing/import-words.ts';
import { ToneBadge, type StatusTone } from '../../ui/status-badge.tsx';

/** `Courier statement, Leopards` */
export const whatItIs = (one: Import): string =>
  one.company ? `${kindName[one.kind]}, ${courierName(one.company)}` : kindName[one.kind];

/** The file, or what stands for one. */
export const nameOf = (one: Import): string => one.file_name || kindName[one.kind];

export function ImportState({ one }: { one: Import }) {
  const { tone, word } = stateOf(one);
  return <ToneBadge tone={tone}>{word}</ToneBadge>;
}

function stateOf(one: Import): { tone: StatusTone; word: string } {
  if (one.state === 'under-way') return { tone: 'booked', word: 'Under way' };
  if (one.state === 'stopped') return { tone: 'needs', word: 'Stopped' };
  return one.failed > 0
    ? { tone: 'needs', word: `Done, ${one.failed.toLocaleString('en-US')} failed` }
    : { tone: 'delivered', word: 'Done' };
}
