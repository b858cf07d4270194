import type * as z from 'zod';

/**
 * What the browser keeps as JSON under a key: in this tab's session storage, or for all tabs in the local storage. What
 * does not fit the schema, such as what an older release stored, counts as missing. `read` returns the same value until
 * it changes.
 */
export function stored<Value>(storage: 'session' | 'local', key: string, schema: z.ZodType<Value>) {
  const place = (): Storage => (storage === 'session' ? sessionStorage : localStorage);
  let known: { readonly text: string | null; readonly value: Value | undefined } = { text: null, value: undefined };
  return {
    read: (): Value | undefined => {
      const text = place().getItem(key);
      if (text !== known.text) known = { text, value: schema.safeParse(parsed(text)).data };
      return known.value;
    },
    write: (value: Value): void => place().setItem(key, JSON.stringify(value)),
    remove: (): void => place().removeItem(key),
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}
