import * as z from 'zod';
import { withLatinDigits } from './latin-digits.ts';

/** Public id: 24 hex characters, time-ordered. We write them in lower case and take them in either. */
export const Id = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{24}$/, 'Invalid id entered');

export const IdParams = z.object({ id: Id });

/** Counts the changes of a row, from 0. */
export const Revision = z.number().int().min(0).max(2_147_483_647);

/** A courier's consignment number. All four write capitals and digits; people type what they like. */
export const TrackingNumber = z.string().overwrite(withLatinDigits).trim().toUpperCase();
