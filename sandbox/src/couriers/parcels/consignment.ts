export const couriers = ['LEOPARD', 'MNP', 'POSTEX', 'TCS'] as const;
export type Courier = (typeof couriers)[number];

/** Where a parcel is, in terms that all four couriers share; the journal reports these. */
export const stages = [
  ...(['booked', 'in_transit', 'out_for_delivery', 'attempted', 'delivered'] as const),
  ...(['returning', 'returned', 'cancelled'] as const),
] as const;
export type Stage = (typeof stages)[number];

export type Path = 'delivered' | 'reattempted' | 'returned';

export type ParcelEvent = {
  at: string;
  /** As the courier writes the time, where that is not `at`: nothing, a day alone, a time to come. */
  time?: string | undefined;
  status: string;
  stage: Stage;
  code?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  place?: string;
};

export type Party = {
  name: string;
  phone: string;
  phone2: string;
  phone3: string;
  email: string;
  address: string;
};

export type NewConsignment = {
  courier: Courier;
  tracking_number: string;
  reference: string;
  account: string;
  consignee: Party;
  shipper: { name: string; phone: string; address: string };
  origin_city: string;
  destination_city: string;
  cod: number;
  weight_grams: number;
  pieces: number;
  contents: string;
  remarks: string;
  service: string;
  booked_at: string;
};

export type Consignment = {
  path: Path;
  /** Index into the courier's own route for this path. */
  state: number;
  status: string;
  stage: Stage;
  moved_at: string;
  events: ParcelEvent[];
  cancelled: boolean;
  load_sheet: string | null;
  paid_at: string | null;
} & NewConsignment;

export const consignmentId = (courier: Courier, trackingNumber: string): string => `${courier}:${trackingNumber}`;
