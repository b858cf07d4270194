import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { hasCode } from '../../lib/failures.ts';
import { useSchemaForm, type FormProblem } from './use-schema-form.ts';

type Values = Record<string, string | boolean>;

/**
 * A form of what several people may edit. If someone else saved since it was opened, saving fails once: fields that this
 * person did not change take the other person's values, and what this person typed stays.
 */
export function useSharedForm<V extends Values, Stored extends { revision: number | string }>(options: {
  name?: string;
  stored: Stored;
  valuesOf: (stored: Stored) => V;
  schema: z.ZodType | ((values: V) => FormProblem[]);
  secrets?: readonly string[];
  save: (values: V, revision: Stored['revision']) => Promise<Stored>;
  reload: () => Promise<Stored>;
  /** Not called when the person has typed more since. */
  onSaved?: () => void;
}) {
  const revision = useRef<Stored['revision']>(options.stored.revision);
  const form = useSchemaForm<V>({
    ...(options.name !== undefined && { name: options.name }),
    initial: options.valuesOf(options.stored),
    schema: options.schema,
    ...(options.secrets && { secrets: options.secrets }),
    save: async (values) => {
      try {
        const stored = await options.save(values, revision.current);
        revision.current = stored.revision;
        form.rebase(options.valuesOf(stored), values);
        if (!form.isDirty()) options.onSaved?.();
      } catch (error) {
        if (hasCode(error, 'conflict')) {
          const theirs = await options.reload();
          revision.current = theirs.revision;
          form.rebase(options.valuesOf(theirs));
        }
        throw error;
      }
    },
  });
  const { stored, valuesOf } = options;
  const { dirty, rebase } = form;
  const lastRead = useRef(stored.revision);
  // A newer reading, such as after showing a cached one, is taken while this person has typed nothing.
  useEffect(() => {
    if (stored.revision === lastRead.current) return;
    lastRead.current = stored.revision;
    if (dirty || stored.revision === revision.current) return;
    revision.current = stored.revision;
    rebase(valuesOf(stored));
  });
  return form;
}
