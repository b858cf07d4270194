/** Variables with extra rules in production. */
type Given = Readonly<
  Partial<
    Record<
      | 'APP_SECRET'
      | 'PUBLIC_URL'
      | 'DATABASE_URL'
      | 'DATABASE_REPLICA_URL'
      | 'SHOPIFY_ORIGIN'
      | 'SHOPIFY_CLIENT_ID'
      | 'SHOPIFY_CLIENT_SECRET'
      | 'LEOPARD_URL'
      | 'MNP_URL'
      | 'MNP_TRACKING_URL'
      | 'POSTEX_URL'
      | 'TCS_URL'
      | 'SMTP_URL'
      | 'MAIL_FROM'
      | 'METRICS_TOKEN'
      | 'OPERATOR_PASSWORD'
      | 'RATE_LIMITS'
      | 'SANDBOX',
      string | undefined
    >
  >
>;

/** Variables that are unsafe in production: demo values, weak secrets, connections without TLS. */
export function productionProblems(env: Given): { variable: keyof Given; message: string }[] {
  const problems: { variable: keyof Given; message: string }[] = [];
  const refuse = (variable: keyof Given, message: string): void => void problems.push({ variable, message });

  if (!env.APP_SECRET) refuse('APP_SECRET', 'is required in production; create one with: openssl rand -hex 32');
  else if (isGuessable(env.APP_SECRET))
    refuse('APP_SECRET', 'is too easy to guess for production; create one with: openssl rand -hex 32');
  if (!env.PUBLIC_URL?.startsWith('https://'))
    refuse('PUBLIC_URL', 'must be the https address of the dashboard in production');
  for (const variable of ['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const)
    if (env[variable] && hasSamplePassword(env[variable]))
      refuse(variable, 'has a password that is too easy to guess for production');
  if (env.SHOPIFY_ORIGIN)
    refuse('SHOPIFY_ORIGIN', 'is not allowed in production: the store is always called at its own address');
  if (env.RATE_LIMITS === 'off') refuse('RATE_LIMITS', 'cannot be off in production');
  if (env.SANDBOX === 'on') refuse('SANDBOX', 'cannot be on in production');
  if (!env.SHOPIFY_CLIENT_ID) refuse('SHOPIFY_CLIENT_ID', 'is required in production');
  else if (env.SHOPIFY_CLIENT_ID === 'sandbox-client')
    refuse('SHOPIFY_CLIENT_ID', 'belongs to the sandbox. Use the client id of your own app.');
  if (env.SHOPIFY_CLIENT_SECRET !== undefined && isGuessable(env.SHOPIFY_CLIENT_SECRET))
    refuse('SHOPIFY_CLIENT_SECRET', 'is too easy to guess; use the secret that Shopify gave your app');
  for (const variable of ['LEOPARD_URL', 'MNP_URL', 'MNP_TRACKING_URL', 'POSTEX_URL', 'TCS_URL'] as const) {
    if (env[variable]?.startsWith('http://')) refuse(variable, 'must be an https address in production');
  }
  if (!env.SMTP_URL) refuse('SMTP_URL', 'is required in production');
  else if (/[?&](ignoreTLS|[\w.]*rejectUnauthorized)=/i.test(env.SMTP_URL))
    refuse('SMTP_URL', 'must not disable TLS or its certificate checks in production');
  if (!env.MAIL_FROM) refuse('MAIL_FROM', 'is required in production: the sender address of emails');
  for (const variable of ['METRICS_TOKEN', 'OPERATOR_PASSWORD'] as const)
    if (env[variable] !== undefined && isGuessable(env[variable]))
      refuse(variable, 'is too easy to guess for production; create one with: openssl rand -hex 32');
  return problems;
}

/**
 * Contains a sample word or has too few different characters. A random hexadecimal secret of this length has at least
 * ten.
 */
const isGuessable = (secret: string): boolean =>
  new Set(secret).size < 10 ||
  /secret-|-secret|password|changeme|change-me|example|courierdesk|1234567890/i.test(secret);

function hasSamplePassword(databaseUrl: string): boolean {
  const { username = '', password = '' } = URL.parse(databaseUrl) ?? {};
  if (password === '') return false;
  return password === username || password.length < 8 || /password|postgres|changeme|^test-|^demo-/i.test(password);
}
