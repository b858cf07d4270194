import { describe } from 'vitest';
import { describeCourier } from './conformance.testing.ts';
import { leopardScript } from './leopard/script.testing.ts';
import { mnpScript } from './mnp/script.testing.ts';
import { postexScript } from './postex/script.testing.ts';
import { tcsScript } from './tcs/script.testing.ts';

describe('Leopards', () => {
  describeCourier(leopardScript);
});
describe('M&P', () => {
  describeCourier(mnpScript);
});
describe('PostEx', () => {
  describeCourier(postexScript);
});
describe('TCS', () => {
  describeCourier(tcsScript);
});
