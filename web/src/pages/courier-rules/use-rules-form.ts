import { BookingRules } from '@courierdesk/contract/booking-rules';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { bookingRulesQuery, changeBookingRules } from '../../api/booking-rules.ts';
import { queryClient } from '../../api/query-client.ts';
import { ApiError } from '../../lib/failures.ts';
import { useSubmitKey } from '../../lib/keys.ts';
import { useInterruptedForm } from '../../lib/use-interrupted-form.ts';
import { showToast } from '../../ui/toasts/toast.ts';
import {
  addProblem,
  bodyOf,
  moveItem,
  newRule,
  problemsOf,
  valuesOf,
  withSaved,
  type RuleProblem,
  type RulesValues,
  type RuleValues,
} from './rule-values.ts';

export type RulesForm = ReturnType<typeof useRulesForm>;

/** State of the rules form until all rules are saved together. */
export function useRulesForm(saved: BookingRules) {
  const [base, setBase] = useState(saved);
  const [values, setValues] = useState(() => valuesOf(saved));
  const [open, setOpen] = useState<string>();
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<ReadonlyMap<number, RuleProblem[]>>(new Map());
  /** What gets the focus once it is drawn. */
  const [sought, setSought] = useState<{ readonly selector: string }>();
  const dirty = JSON.stringify(bodyOf(values, 0)) !== JSON.stringify(bodyOf(valuesOf(base), 0));
  const problems = tried ? problemsOf(values) : new Map<number, RuleProblem[]>();

  useEffect(() => {
    if (sought) document.querySelector<HTMLElement>(sought.selector)?.focus();
  }, [sought]);

  useInterruptedForm({
    values: { base, values },
    dirty,
    fits: isRulesDraft,
    // With the rules that they began with, so that saving them replaces none that someone else saved since.
    restore: (draft) => {
      setBase(draft.base);
      setValues(draft.values);
    },
  });

  const start = (rules: BookingRules): void => {
    setBase(rules);
    setValues(valuesOf(rules));
    setTried(false);
    setRefused(new Map());
    save.reset();
  };
  const setRules = (change: (rules: RuleValues[]) => RuleValues[]): void => {
    setRefused(new Map());
    setValues((now) => ({ ...now, rules: change(now.rules) }));
  };

  const save = useMutation({
    mutationFn: (sent: RulesValues) => changeBookingRules(bodyOf(sent, base.revision)),
    onSuccess: ({ data, message }, sent) => {
      setBase(data);
      setValues((now) => withSaved(now, sent, valuesOf(data)));
      setTried(false);
      setRefused(new Map());
      showToast(message);
    },
    onError: (error) => {
      const refusals = refusalsIn(error);
      setRefused(refusals);
      openFirst(refusals);
    },
  });
  const openFirst = (found: ReadonlyMap<number, RuleProblem[]>): void => {
    const [index] = [...found.keys()].toSorted((a, b) => a - b);
    const rule = index === undefined ? undefined : values.rules[index];
    if (!rule) return;
    setOpen(rule.key);
    setSought({ selector: 'main [aria-invalid="true"]' });
  };
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (save.isPending) return;
    const found = problemsOf(values);
    setTried(true);
    if (found.size > 0) openFirst(found);
    else save.mutate(values);
  };
  useSubmitKey(() => submit());

  return {
    values,
    open,
    setOpen,
    dirty,
    saving: save.isPending,
    failure: refusalsIn(save.error).size === 0 ? (save.error ?? undefined) : undefined,
    submit,
    problemsOf: (index: number): RuleProblem[] => [...(problems.get(index) ?? []), ...(refused.get(index) ?? [])],
    discard: () => start(base),
    /** Replaces what was typed with the version the other person saved. */
    loadTheirVersion: async (): Promise<void> => {
      const { data } = await queryClient.fetchQuery({ ...bookingRulesQuery, staleTime: 0 });
      start(data);
    },
    add: (accountId: string, example: Partial<RuleValues> = {}): void => {
      const key = `new-${Date.now()}`;
      setRules((rules) => [...rules, { ...newRule(key, accountId), ...example }]);
      setOpen(key);
      setSought({ selector: 'main [data-autofocus]' });
    },
    change: (key: string, change: Partial<RuleValues>): void =>
      setRules((rules) => rules.map((rule) => (rule.key === key ? { ...rule, ...change } : rule))),
    remove: (key: string): void => setRules((rules) => rules.filter((rule) => rule.key !== key)),
    move: (from: number, to: number): void => setRules((rules) => moveItem(rules, from, to)),
    setFallback: (fallback: string): void => setValues((now) => ({ ...now, fallback })),
  };
}

/** What the server says of single rules. */
function refusalsIn(error: unknown): Map<number, RuleProblem[]> {
  const named = new Map<number, RuleProblem[]>();
  if (error instanceof ApiError) for (const { field, msg } of error.problems) addProblem(named, field ?? '', msg);
  return named;
}

type RulesDraft = { readonly base: BookingRules; readonly values: RulesValues };

const isRulesDraft = (kept: unknown): kept is RulesDraft =>
  typeof kept === 'object' &&
  kept !== null &&
  'base' in kept &&
  BookingRules.safeParse(kept.base).success &&
  'values' in kept &&
  isRulesValues(kept.values);

const isRulesValues = (kept: unknown): kept is RulesValues =>
  typeof kept === 'object' && kept !== null && 'rules' in kept && Array.isArray(kept.rules) && 'fallback' in kept;
