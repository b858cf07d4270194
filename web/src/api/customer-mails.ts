import {
  getCustomerMails,
  saveCustomerMail,
  sendEmail,
  type CustomerMailSetting,
} from '@courierdesk/contract/customer-mails';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

export const customerMailsQuery = queryOptions({
  queryKey: ['customer-mails'],
  queryFn: async ({ signal }) => (await call(getCustomerMails, { signal, quiet: true })).data,
});

export async function changeCustomerMail(setting: CustomerMailSetting): Promise<string> {
  const { message, data } = await call(saveCustomerMail, { body: setting, quiet: true });
  // A read that is still under way has the values from before.
  await queryClient.cancelQueries({ queryKey: customerMailsQuery.queryKey });
  queryClient.setQueryData(customerMailsQuery.queryKey, data);
  return message;
}

/** Emails the tracking link to the customer of a shipment. `again`: although they already have it. */
export async function sendTrackingLink(shipmentId: string, again: boolean): Promise<string> {
  const { message } = await call(sendEmail, {
    params: { orderId: shipmentId },
    query: again ? { again: 'true' } : {},
    quiet: true,
  });
  await queryClient.invalidateQueries({ queryKey: ['orders', 'known'] });
  return message;
}
