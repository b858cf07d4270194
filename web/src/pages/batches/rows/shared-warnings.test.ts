import { expect, it } from 'vitest';
import { aRow, idOf } from '../../../api/batch-row.testing.ts';
import { sharedWarnings } from './shared-warnings.ts';

const issue = (code: 'cod-unusual' | 'earlier-returns' | 'address-unusual', subject: string) => ({
  code,
  level: 'warning' as const,
  field: '',
  msg: 'Look',
  subject,
  choices: [],
  row_ids: [],
});

it('one answer says "Looks right" for all selected rows with the same warning, each about its own value', () => {
  const rows = [
    aRow({ id: idOf('a'), issues: [issue('cod-unusual', '90000')] }),
    aRow({ id: idOf('b'), issues: [issue('cod-unusual', '80000'), issue('address-unusual', 'x')] }),
    aRow({ id: idOf('c') }),
  ];
  expect(sharedWarnings(rows)).toEqual([
    {
      code: 'cod-unusual',
      label: 'High COD: 2 look right',
      changes: {
        [idOf('a')]: { accept: [{ code: 'cod-unusual', subject: '90000' }] },
        [idOf('b')]: { accept: [{ code: 'cod-unusual', subject: '80000' }] },
      },
    },
    {
      code: 'address-unusual',
      label: 'Unusual address: 1 looks right',
      changes: { [idOf('b')]: { accept: [{ code: 'address-unusual', subject: 'x' }] } },
    },
  ]);
});

it('a warning that asks for a decision about its order is never answered for several rows', () => {
  expect(sharedWarnings([aRow({ issues: [issue('earlier-returns', '3')] })])).toEqual([]);
});
