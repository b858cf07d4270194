import { getChecklist, getToDoItems, saveChecklistStep as saveStepEndpoint } from '@courierdesk/contract/to-do';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { route } from '../../base/http/route.ts';
import { saveChecklistStep, showChecklist } from './checklist.ts';
import { listToDoItems } from './list-to-do-items.ts';

export function toDoRoutes(app: FastifyInstance, context: Context): void {
  route(app, getToDoItems, ({ actor }) => listToDoItems(context, actor));

  route(app, getChecklist, ({ actor }) => showChecklist(context, actor));

  route(app, saveStepEndpoint, async ({ actor, body }) => {
    await saveChecklistStep(context, actor, body.step);
    return { message: body.step === 'hidden' ? 'Checklist hidden' : 'Step done' };
  });
}
