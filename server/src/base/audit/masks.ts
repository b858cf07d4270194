/** Shown in place of what is not recorded. */
export const hidden = '•••';

/** `a•••`: the first letter of an email address. */
export const maskEmail = (email: string): string => (email ? `${[...email][0] ?? ''}${hidden}` : '');

/** `•••567`: the last three digits of a phone number. */
export function maskPhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  return digits.length > 3 ? `${hidden}${digits.slice(-3)}` : hidden;
}
