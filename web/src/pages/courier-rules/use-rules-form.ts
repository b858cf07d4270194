import type { BookingRules } from '@courierdesk/contract/booking-rules';
import { useRef, useState, type FormEvent } from 'react';
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
  const [failure, setFailure] = useState<unknown>();
  const [saving, setSaving] = useState(false);
  const made = useRef(0);
  const dirty = JSON.stringify(bodyOf(values, 0)) !== JSON.stringify(bodyOf(valuesOf(base), 0));
  const problems = tried ? problemsOf(values) : new Map<number, RuleProblem[]>();

  useInterruptedForm({ values, dirty, fits: isRulesValues, restore: setValues });

  const start = (rules: BookingRules): void => {
    setBase(rules);
    setValues(valuesOf(rules));
    setTried(false);
    setRefused(new Map());
    setFailure(undefined);
  };
  const setRules = (change: (rules: RuleValues[]) => RuleValues[]): void => {
    setRefused(new Map());
    setValues((now) => ({ ...now, rules: change(now.rules) }));
  };

  const save = async (): Promise<void> => {
    setSaving(true);
    setFailure(undefined);
    try {
      const reply = await changeBookingRules(bodyOf(values, base.revision));
      setBase(reply.data);
      setValues((now) => withSaved(now, values, valuesOf(reply.data)));
      setTried(false);
      setRefused(new Map());
      showToast(reply.message);
    } catch (error) {
      const named = new Map<number, RuleProblem[]>();
      const all = error instanceof ApiError ? error.problems : [];
      const beside = all.filter(({ field, msg }) => addProblem(named, field ?? '', msg));
      setRefused(named);
      openFirst(named);
      if (beside.length === 0) setFailure(error);
    } finally {
      setSaving(false);
    }
  };
  const openFirst = (found: ReadonlyMap<number, RuleProblem[]>): void => {
    const [index] = [...found.keys()].toSorted((a, b) => a - b);
    const rule = index === undefined ? undefined : values.rules[index];
    if (rule) setOpen(rule.key);
  };
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (saving) return;
    const found = problemsOf(values);
    setTried(true);
    if (found.size > 0) openFirst(found);
    else void save();
  };
  useSubmitKey(() => submit());

  return {
    values,
    open,
    setOpen,
    dirty,
    saving,
    failure,
    submit,
    problemsOf: (index: number): RuleProblem[] => [...(problems.get(index) ?? []), ...(refused.get(index) ?? [])],
    discard: () => start(base),
    /** Replaces what was typed with the version the other person saved. */
    loadTheirVersion: async (): Promise<void> => {
      const { data } = await queryClient.fetchQuery({ ...bookingRulesQuery, staleTime: 0 });
      start(data);
    },
    add: (accountId: string, example: Partial<RuleValues> = {}): void => {
      made.current += 1;
      const key = `new-${made.current}`;
      setRules((rules) => [...rules, { ...newRule(key, accountId), ...example }]);
      setOpen(key);
    },
    change: (key: string, change: Partial<RuleValues>): void =>
      setRules((rules) => rules.map((rule) => (rule.key === key ? { ...rule, ...change } : rule))),
    remove: (key: string): void => setRules((rules) => rules.filter((rule) => rule.key !== key)),
    move: (from: number, to: number): void => setRules((rules) => moveItem(rules, from, to)),
    setFallback: (fallback: string): void => setValues((now) => ({ ...now, fallback })),
  };
}

const isRulesValues = (kept: unknown): kept is RulesValues =>
  typeof kept === 'object' && kept !== null && 'rules' in kept && Array.isArray(kept.rules) && 'fallback' in kept;
