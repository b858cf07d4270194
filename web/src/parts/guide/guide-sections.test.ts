import { expect, test } from 'vitest';
import { guideSections } from './guide-sections.ts';

test('a page is cut at its headings, and its marks do not get into the search', () => {
  const sections = guideSections(
    [
      '# Orders',
      '',
      'All your **parcels**.',
      '',
      '![The page](images/orders.webp)',
      '',
      '## Cancel a booking: what M&P does',
      '',
      '1. Choose **Cancel booking**.',
      '2. See [Settings](settings.md#order-tags).',
      '',
      '| Status | Means |',
      '| ------ | ----- |',
      '| RTS    | back  |',
    ].join('\n'),
  );
  expect(sections).toEqual([
    { anchor: '', heading: '', text: 'All your parcels.' },
    {
      anchor: 'cancel-a-booking-what-mp-does',
      heading: 'Cancel a booking: what M&P does',
      text: 'Choose Cancel booking. See Settings. Status Means RTS back',
    },
  ]);
});
