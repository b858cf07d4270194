import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { errorType } from './error-type.ts';

export type TracesConfig = {
  /** The address that takes traces as OTLP over HTTP. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
};

/**
 * A part of a trace. Names and attributes never contain what people typed, names, addresses, URLs, bodies or tokens
 * (docs/decisions/0033-one-booking-is-one-trace.md).
 */
export type Step = {
  readonly name: string;
  /** A request that we answer, or one that we send. */
  readonly kind?: 'server' | 'client';
  readonly attributes?: Attributes;
};

/** See the functions of the same names in `tracing.ts`. */
export type Traces = {
  inStep<T>(step: Step, work: () => Promise<T>): Promise<T>;
  inNewTrace<T>(step: Step, work: () => Promise<T>): Promise<T>;
  inTraceOf<T>(traceparent: string | null | undefined, step: Step, work: () => Promise<T>): Promise<T>;
  traceparent(): string | undefined;
  describeStep(attributes: Attributes): void;
  markStepFailed(): void;
  describeTrace(attributes: Attributes): void;
  stop(): Promise<void>;
};

/** What is under way, and the first step of its trace in this process. */
type Place = { readonly span: Span; readonly first: Span };

const sendEveryMs = 1_000;
/** Also how long a process that stops waits for the collector. */
const sendTimeoutMs = 5_000;

/** The only file that knows OpenTelemetry. It is loaded when traces are on. */
export function exportTraces({ url, headers, serviceName }: TracesConfig, log: Logger): Traces {
  const exporter = warnOfFailures(
    new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: sendTimeoutMs }),
    log,
  );
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': `${hostname()}-${process.pid}` }),
    ),
    // Keeps at most 2,048 spans while the collector is away, and drops the others.
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEveryMs })],
  });
  const tracer = provider.getTracer('courierdesk');
  const places = new AsyncLocalStorage<Place>();

  async function run<T>(
    { name, kind, attributes = {} }: Step,
    from: { parent: Context; link?: Span | undefined; first?: Span },
    work: () => Promise<T>,
  ): Promise<T> {
    const links = from.link ? [{ context: from.link.spanContext() }] : [];
    const span = tracer.startSpan(name, { kind: kinds[kind ?? 'internal'], attributes, links }, from.parent);
    try {
      return await places.run({ span, first: from.first ?? span }, work);
    } catch (error) {
      span.setStatus(failed);
      span.setAttribute('error.type', errorType(error));
      throw error;
    } finally {
      span.end();
    }
  }

  const inStep: Traces['inStep'] = (step, work) => {
    const place = places.getStore();
    if (!place) return work();
    return run(step, { parent: trace.setSpan(ROOT_CONTEXT, place.span), first: place.first }, work);
  };

  return {
    inStep,
    inNewTrace: (step, work) => run(step, { parent: ROOT_CONTEXT, link: places.getStore()?.span }, work),
    inTraceOf(traceparent, step, work) {
      const [, traceId = '', spanId = ''] = traceparent?.split('-') ?? [];
      const current = places.getStore()?.span;
      if (traceId === '' || traceId === current?.spanContext().traceId) return inStep(step, work);
      const first = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
      return run(step, { parent: trace.setSpanContext(ROOT_CONTEXT, first), link: current }, work);
    },
    traceparent() {
      const first = places.getStore()?.first.spanContext();
      return first && `00-${first.traceId}-${first.spanId}-01`;
    },
    describeStep: (attributes) => void places.getStore()?.span.setAttributes(attributes),
    markStepFailed: () => void places.getStore()?.span.setStatus(failed),
    describeTrace: (attributes) => void places.getStore()?.first.setAttributes(attributes),
    // What could not be sent was logged.
    stop: () => provider.shutdown().catch(() => undefined),
  };
}

/** Without a message, which may contain personal data. */
const failed = { code: SpanStatusCode.ERROR };

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT };

const warnEveryMs = 10 * 60_000;

/** The same exporter, which logs that the collector does not take traces, at most once in ten minutes. */
function warnOfFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - warnedAt > warnEveryMs) {
          warnedAt = performance.now();
          log.warn({ reason: result.error.message || errorType(result.error) }, 'traces could not be sent');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
