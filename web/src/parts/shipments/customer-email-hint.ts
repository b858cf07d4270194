/** Below the switch "Email the customer". Our own email with the tracking link goes by the shop's settings. */
export const customerEmailHint = (emailsTrackingLink: boolean): string =>
  `Shopify sends its shipping email after fulfilment.${emailsTrackingLink ? ' Your email with the tracking link is sent in any case.' : ''}`;
