/** The data that is drawn on the documents of one parcel. */
export type ShipmentDetails = {
  readonly shipmentId: string;
  readonly courier: string;
  readonly accountName: string;
  readonly trackingNumber: string;
  readonly reference: string;
  readonly orderNames: string;
  /** Formatted in the shop's time zone. */
  readonly booked: string;
  /** Whole rupees. */
  readonly cod: number;
  /** Grams. */
  readonly weight: number;
  readonly pieces: number;
  readonly consignee: { readonly name: string; readonly phones: string; readonly address: string };
  readonly city: string;
  readonly products: string;
  readonly remarks: string;
  readonly lines: readonly { title: string; variant: string; sku: string; quantity: number }[];
  readonly shipper: { readonly name: string; readonly phone: string; readonly address: string };
  /** Where an undelivered parcel goes; empty: to the shipper. */
  readonly returnAddress: string;
  /** The shop's line for the rider and the customer, or empty. */
  readonly note: string;
  /** The public tracking page of the parcel. */
  readonly trackingUrl: string;
  /** `Re-print 2, first printed 5 Mar, 3:04 PM`; empty on the first print. */
  readonly reprint: string;
};
