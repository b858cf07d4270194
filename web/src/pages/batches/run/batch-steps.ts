export type StepName = 'book' | 'retry' | 'confirm' | 'stop';

export type Step = {
  readonly name: StepName;
  readonly rows?: readonly string[] | undefined;
  readonly work: () => Promise<unknown>;
};

/**
 * Runs the steps of a batch one after another, each after all edits are saved. A step that waits or runs is not
 * repeated. `stop` does not wait, and drops the steps that are not sent yet: they would start the batch again.
 */
export function batchSteps(options: {
  flush: () => Promise<void>;
  /** The steps that wait or run. */
  onChange: (underWay: ReadonlySet<StepName>) => void;
  onFailure: (error: unknown) => void;
}) {
  const underWay = new Map<string, StepName>();
  let last: Promise<void> = Promise.resolve();
  let stops = 0;

  const report = (): void => options.onChange(new Set(underWay.values()));

  const saveAndWork = async ({ work }: Step): Promise<void> => {
    const stopsBefore = stops;
    await last;
    if (stops > stopsBefore) return;
    await options.flush();
    if (stops === stopsBefore) await work();
  };

  const finish = async (key: string, working: Promise<unknown>): Promise<void> => {
    try {
      await working;
    } catch (error) {
      options.onFailure(error);
    } finally {
      underWay.delete(key);
      report();
    }
  };

  return {
    run: (step: Step): Promise<void> => {
      const key = [step.name, ...(step.rows ?? [])].join(' ');
      if (underWay.has(key)) return Promise.resolve();
      underWay.set(key, step.name);
      report();
      if (step.name !== 'stop') return (last = finish(key, saveAndWork(step)));
      stops += 1;
      return finish(key, step.work());
    },
  };
}
