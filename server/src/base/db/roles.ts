import pg from 'pg';

/**
 * Creates three roles: `courierdesk_tenant` has rights on the tables under row-level security, `courierdesk_system` works
 * across shops, and the login role is a member of the first and can switch to the second. Roles belong to all databases of a
 * server: they may exist already, and this fails when another database creates or changes one at the same time.
 */
export async function ensureRoles(
  admin: pg.Client,
  login: { name: string; password?: string | undefined },
): Promise<void> {
  await admin.query('begin');
  try {
    await createRoles(admin, login);
    await admin.query('commit');
  } catch (error) {
    await admin.query('rollback');
    throw error;
  }
}

async function createRoles(admin: pg.Client, login: { name: string; password?: string | undefined }): Promise<void> {
  for (const role of ['courierdesk_tenant', 'courierdesk_system']) {
    if (!(await roleExists(admin, role))) await admin.query(`create role ${role} nologin noinherit`);
  }
  const name = pg.escapeIdentifier(login.name);
  if (login.password !== undefined && !(await roleExists(admin, login.name))) {
    await admin.query(`create role ${name} login nosuperuser nobypassrls nocreatedb nocreaterole`);
    await admin.query(`alter role ${name} password ${pg.escapeLiteral(login.password)}`);
  }
  if (login.password !== undefined) await setTimeouts(admin, login.name);
  await admin.query(`grant courierdesk_tenant to ${name} with inherit true`);
  await admin.query(`grant courierdesk_system to ${name} with inherit false, set true`);
  await admin.query('grant courierdesk_tenant, courierdesk_system to current_user');
}

/**
 * A statement that never ends must not hold the locks of a booking. The role has the time-outs, since a pooler does not
 * pass on what a client sets. Those that it has already stay, and `npm run doctor` warns when we may not set them.
 */
async function setTimeouts(admin: pg.Client, login: string): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select name from unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) as name, pg_roles
     where rolname = $1 and pg_has_role(current_user, oid, 'member with admin option')
       and not exists (select from unnest(rolconfig) as own where starts_with(own, name || '='))`,
    [login],
  );
  for (const { name } of rows) await admin.query(`alter role ${pg.escapeIdentifier(login)} set ${name} = '60s'`);
}

async function roleExists(admin: pg.Client, name: string): Promise<boolean> {
  const found = await admin.query('select 1 from pg_roles where rolname = $1', [name]);
  return found.rowCount === 1;
}

/** Why this login role would bypass tenancy, or nothing. Checked at every start. */
export async function roleProblem(client: pg.Client | pg.Pool): Promise<string | undefined> {
  const { rows } = await client.query<{ rolsuper: boolean; rolbypassrls: boolean; owns: boolean }>(
    `select rolsuper, rolbypassrls,
            exists (select 1 from pg_class where relname = 'shipment' and relowner = pg_roles.oid) as owns
     from pg_roles where rolname = current_user`,
  );
  const role = rows[0];
  if (role?.rolsuper) return 'the login role of DATABASE_URL is a superuser';
  if (role?.rolbypassrls) return 'the login role of DATABASE_URL bypasses row-level security';
  if (role?.owns) return 'the login role of DATABASE_URL owns the tables; give the owner in DATABASE_ADMIN_URL';
  return undefined;
}

/** What would let the login role see rows of other shops or keep it from its work, or nothing. For a migrated database. */
export async function isolationProblem(client: pg.Client | pg.Pool): Promise<string | undefined> {
  const { rows } = await client.query<{
    open: string | null;
    sees: boolean;
    crosses: boolean;
    rewrites: boolean;
  }>(
    `select (select string_agg(c.relname, ', ' order by c.relname) from pg_class c
             where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not row_security_active(c.oid)
               and (c.relname = 'shop' or exists (
                 select from pg_attribute a where a.attrelid = c.oid and a.attname = 'shop_id' and not a.attisdropped))) as open,
            exists (select from shop) as sees, pg_has_role(current_user, 'courierdesk_system', 'set') as crosses,
            has_table_privilege('audit_event', 'update, delete') as rewrites`,
  );
  const [found] = rows;
  if (found?.open) return `row-level security does not apply in ${found.open}. Turn it on again, as in the migrations`;
  if (found?.sees) return 'the login role sees shops without naming one. Remove the policy that lets it';
  if (!found?.crosses) return 'the login role is not a member of courierdesk_system. Run: npm run migrate';
  if (found.rewrites)
    return 'the login role may change the activity log. Revoke update and delete on audit_event from it';
  return undefined;
}
