import { MobilePhone } from '@courierdesk/contract/booking';
import { normalisePhone } from '@courierdesk/contract/phones';

/** The number as couriers take it when it can be read as one, else what was typed. */
export const asMobile = (text: string): string =>
  MobilePhone.safeParse(text.trim()).success ? text.trim() : (normalisePhone(text).phone ?? text.trim());
