import { planCards } from '@courierdesk/contract/plans';
import { expect, test } from 'vitest';
import { savingText } from './price-text.ts';

test('only the yearly plan says what it saves against twelve months of the monthly plan', () => {
  expect(planCards.map((card) => [card.id, savingText(card)])).toEqual([
    ['FREE', undefined],
    ['MONTHLY', undefined],
    ['YEARLY', 'Save $20.01 a year'],
  ]);
});
