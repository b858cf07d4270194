import * as z from 'zod';
import { filterText } from '../../lib/url-filters.ts';

/** The range in the URL of the staff pages. */
export const StaffSearch = z.object({ bookingfrom: filterText, bookingto: filterText });
export type StaffSearch = z.output<typeof StaffSearch>;
