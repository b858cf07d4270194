import * as z from 'zod';

/** The courier companies that can be booked with. */
export const Company = z.enum(['LEOPARD', 'MNP', 'POSTEX', 'TCS']);
export type Company = z.infer<typeof Company>;

export const companies = Company.options;

/** How a company is written for people. */
export const companyName: Record<Company, string> = {
  LEOPARD: 'Leopards',
  MNP: 'M&P',
  POSTEX: 'PostEx',
  TCS: 'TCS',
};

/** Who carries a parcel: one of ours, or another company as the shop wrote it, which is neither asked nor followed. */
export const CourierName = z.string().trim().min(1).max(40);

export const isCompany = (courier: string): courier is Company => companies.some((company) => company === courier);

/** How a courier is written for people, one of ours or not. */
export const courierName = (courier: string): string => (isCompany(courier) ? companyName[courier] : courier);
