import { Day } from '@courierdesk/contract/dates';
import * as z from 'zod';

const day = Day.optional().catch(undefined);

/** The range in the URL of the staff pages. */
export const StaffSearch = z.object({ bookingfrom: day, bookingto: day });
export type StaffSearch = z.output<typeof StaffSearch>;
