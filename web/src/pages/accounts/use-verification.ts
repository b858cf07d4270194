import type { Company } from '@courierdesk/contract/companies';
import { courierFields } from '@courierdesk/contract/courier-forms';
import { useMutation } from '@tanstack/react-query';
import { verifyCourierAccount } from '../../api/accounts.ts';
import { isCredential, textsOf, type AccountValues } from './account-form-values.ts';

export type Verification = ReturnType<typeof useVerification>;

/** Checks the credentials on the form with the courier. The result counts until they change. */
export function useVerification(options: {
  /** Id of the stored account: its secrets are used for blank fields. */
  accountId?: string;
  values: AccountValues;
  storedSecrets: readonly string[];
  /** Fills in fields that have only one choice. */
  onlyChoice: (field: string, value: string) => void;
}) {
  const { values, accountId } = options;
  const fields = values.company ? courierFields[values.company] : [];
  const texts = textsOf(fields, values);
  const asked = JSON.stringify([
    values.company,
    textsOf(
      fields.filter((field) => isCredential(field) || field.name === 'environment'),
      values,
    ),
  ]);
  const missing = fields.filter(
    (field) =>
      isCredential(field) &&
      field.required &&
      !(field.unless && (texts[field.unless] || options.storedSecrets.includes(field.unless))) &&
      !texts[field.name] &&
      !options.storedSecrets.includes(field.name),
  );
  const mutation = useMutation({
    mutationFn: ({ company }: { asked: string; company: Company }) =>
      verifyCourierAccount({ ...texts, id: accountId, company }),
    onSuccess: ({ choices }) => {
      for (const [field, offered] of Object.entries(choices)) {
        const [only, ...others] = offered;
        if (only && others.length === 0 && !values[field]) options.onlyChoice(field, only.value);
      }
    },
  });
  const current = mutation.variables?.asked === asked;
  return {
    missing,
    verify: (company: Company) => mutation.mutate({ asked, company }),
    /** Clears the result before saving checks again. */
    forget: mutation.reset,
    pending: mutation.isPending,
    message: current ? mutation.data?.message : undefined,
    error: current ? mutation.error : null,
    choices: (current && mutation.data?.choices) || {},
  };
}
