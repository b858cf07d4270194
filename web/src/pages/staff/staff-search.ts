import { Day } from '@courierdesk/contract/dates';
import * as z from 'zod';
import { ifReadable } from '../../lib/url-filters.ts';

/** The range in the URL of the staff pages. */
export const StaffSearch = z.object({ bookingfrom: ifReadable(Day), bookingto: ifReadable(Day) });
export type StaffSearch = z.output<typeof StaffSearch>;
