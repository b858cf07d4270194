import { describe } from 'vitest';
import { describeCourier } from './conformance.ts';
import { leopardScript } from './leopard/script.ts';
import { mnpScript } from './mnp/script.ts';
import { postexScript } from './postex/script.ts';
import { tcsScript } from './tcs/script.ts';

describe('Leopards', () => describeCourier(leopardScript));
describe('M&P', () => describeCourier(mnpScript));
describe('PostEx', () => describeCourier(postexScript));
describe('TCS', () => describeCourier(tcsScript));
