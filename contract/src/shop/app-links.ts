import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';

const DemoLogin = z.object({ label: z.string(), email: z.string(), password: z.string() });
export type DemoLogin = z.infer<typeof DemoLogin>;

export const getAppLinks = endpoint({
  name: 'getAppLinks',
  method: 'GET',
  path: '/app-links',
  summary: 'Links of the login and support pages: app store listing, store admin, support email and the demo logins.',
  access: 'public',
  reply: z.object({
    app_store_url: z.url(),
    store_admin_url: z.url(),
    support_email: z.string(),
    /** When an answer can be expected, in the operator's words: `within one working day`. Absent if they say nothing. */
    support_answer_time: z.string().optional(),
    /** Empty outside the demo. */
    demo_logins: z.array(DemoLogin),
  }),
});
