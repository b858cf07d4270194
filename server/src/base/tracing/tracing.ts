import type { Attributes } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { Step, Traces, TracesConfig } from './export-traces.ts';

/** Undefined while traces are off. Then nothing of them is loaded. */
let traces: Traces | undefined;

export const isTracing = (): boolean => traces !== undefined;

/** Returns the function that sends what is left and stops, within seconds. */
export async function startTracing(config: TracesConfig | undefined, log: Logger): Promise<() => Promise<void>> {
  if (!config) return async () => undefined;
  const { exportTraces } = await import('./export-traces.ts');
  const started = exportTraces(config, log);
  traces = started;
  return async () => {
    traces = undefined;
    await started.stop();
  };
}

/** Runs the work as a step of the trace under way. Without one there is nothing to add it to. */
export const inStep = <T>(step: Step, work: () => Promise<T>): Promise<T> =>
  traces ? traces.inStep(step, work) : work();

/** Runs the work as a trace of its own, with a link to the one under way. */
export const inNewTrace = <T>(step: Step, work: () => Promise<T>): Promise<T> =>
  traces ? traces.inNewTrace(step, work) : work();

/** Runs the work as a step of the trace with this `traceparent`. Without one, as a step of the trace under way. */
export const inTraceOf = <T>(traceparent: string | null | undefined, step: Step, work: () => Promise<T>): Promise<T> =>
  traces ? traces.inTraceOf(traceparent, step, work) : work();

/** Names the trace under way and its first step, as in the header of W3C Trace Context. Null without one. */
export const traceparent = (): string | null => traces?.traceparent() ?? null;

/** Adds to what the current step says of itself. */
export const describeStep = (attributes: Attributes): void => traces?.describeStep(attributes);

export const markStepFailed = (): void => traces?.markStepFailed();

/** Adds to what the first step of the trace says of itself. */
export const describeTrace = (attributes: Attributes): void => traces?.describeTrace(attributes);

/** The same call to another server, as a step. */
export const traced =
  <Args extends unknown[], Answer extends { readonly status: number }>(
    call: (...args: Args) => Promise<Answer>,
    nameOf: (...args: Args) => string,
  ) =>
  async (...args: Args): Promise<Answer> => {
    if (!traces) return call(...args);
    return traces.inStep({ name: nameOf(...args), kind: 'client' }, async () => {
      const answer = await call(...args);
      describeStep({ 'http.response.status_code': answer.status });
      return answer;
    });
  };
