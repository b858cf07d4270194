import type { Context } from '../../base/context.ts';
import type * as thread from './pdf/thread.ts';

type Drawings = typeof thread;

const file = new URL('./pdf/thread.ts', import.meta.url).href;

/** Draws a PDF in a thread, when it is the shop's turn. */
export const draw = <Name extends keyof Drawings>(
  { heavyWork }: Pick<Context, 'heavyWork'>,
  shopId: string,
  name: Name,
  input: Parameters<Drawings[Name]>[0],
): Promise<Awaited<ReturnType<Drawings[Name]>>> => heavyWork.runInThread<Drawings[Name]>(shopId, { file, name }, input);
