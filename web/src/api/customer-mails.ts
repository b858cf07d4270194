import {
  getCustomerMails,
  saveCustomerMail,
  sendEmail,
  sendTestMail,
  type CustomerMailKind,
  type CustomerMailSetting,
  type CustomerMailText,
} from '@courierdesk/contract/customer-mails';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

export const customerMailsQuery = queryOptions({
  queryKey: ['customer-mails'],
  queryFn: async ({ signal }) => (await call(getCustomerMails, { signal })).data,
});

export const readCustomerMail = async (kind: CustomerMailKind): Promise<CustomerMailSetting> =>
  settingOf(await queryClient.fetchQuery({ ...customerMailsQuery, staleTime: 0 }), kind);

function settingOf(settings: readonly CustomerMailSetting[], kind: CustomerMailKind): CustomerMailSetting {
  const setting = settings.find((one) => one.kind === kind);
  if (!setting) throw new Error(`no setting of the email ${kind}`);
  return setting;
}

export async function changeCustomerMail(
  setting: CustomerMailSetting,
): Promise<{ message: string; saved: CustomerMailSetting }> {
  const { message, data } = await call(saveCustomerMail, { body: setting });
  // A read that is still under way has the values from before.
  await queryClient.cancelQueries({ queryKey: customerMailsQuery.queryKey });
  queryClient.setQueryData(customerMailsQuery.queryKey, data);
  return { message, saved: settingOf(data, setting.kind) };
}

/** Emails this wording to the signed-in person, about a made-up order. */
export const sendTest = async (kind: CustomerMailKind, { subject, message }: CustomerMailText): Promise<string> =>
  (await call(sendTestMail, { body: { kind, subject, message } })).message;

/** Emails the tracking link to the customer of a shipment. `again`: although they already have it. */
export async function sendTrackingLink(shipmentId: string, again: boolean): Promise<string> {
  const { message } = await call(sendEmail, { params: { orderId: shipmentId }, query: again ? { again: 'true' } : {} });
  await queryClient.invalidateQueries({ queryKey: ['orders', 'known'] });
  return message;
}
