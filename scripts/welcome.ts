type Welcome = {
  url: string;
  sandboxUrl: string | undefined;
  logs: string | undefined;
};

/** The addresses and logins that `npm start` prints. */
export function welcome({ url, sandboxUrl, logs }: Welcome): string {
  const demo = [
    ['Owner', 'owner@demo.store / demo-owner-pass'],
    ['Staff', 'staff@demo.store / demo-staff-pass'],
    ['Free plan', 'owner@free.store / demo-owner-pass'],
    ['Sandbox', `${sandboxUrl} (a store, four couriers and a mailbox, all simulated)`],
  ];
  const lines = [['Dashboard', url], ...(sandboxUrl ? demo : []), ...(logs ? [['Logs', logs]] : [])];
  const block = lines.map(([label = '', value = '']) => `  ${label.padEnd(11)}${value}`).join('\n');
  return `\nCourierdesk is running.\n\n${block}\n\nCtrl-C stops it.\n`;
}
