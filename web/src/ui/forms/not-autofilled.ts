/** Props of a field for a customer's data: neither the browser nor a password manager puts the staff's own data there. */
export const notAutofilled = { autoComplete: 'off', 'data-1p-ignore': true, 'data-lpignore': true } as const;
