import type { PaperSize } from '@courierdesk/contract/labels';

export const paperName: Record<PaperSize, string> = {
  '4x6': '4 × 6 inch (100\u00a0×\u00a0150\u00a0mm)',
  'a4-1': 'A4, 1 a page',
  'a4-2': 'A4, 2 a page',
  'a4-3': 'A4, 3 a page',
  'a4-4': 'A4, 4 a page',
  a5: 'A5, 1 a page',
};
