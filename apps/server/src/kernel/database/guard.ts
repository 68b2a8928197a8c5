import type pg from 'pg'
import { AppError } from '../errors.ts'

const WEAK_ROLE = `
  select rolsuper or rolbypassrls as can_bypass from pg_roles where rolname = current_user`

// The four tables named here are read before a merchant is known: at a sign-in, by a schedule, by a reply to an SMS.
const UNGUARDED_TABLES = `
  select c.relname as name
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where c.relkind in ('r', 'p')
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id' and not a.attisdropped)
    and c.relname not in ('merchant_directory', 'memberships', 'due_times', 'merchant_phones')
    and not (c.relrowsecurity and c.relforcerowsecurity
      and exists (select from pg_policy p where p.polrelid = c.oid))
  union all
  select c.relname || ' (a view that reads with the rights of its owner)'
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
    -- Views of an extension, such as Citus, show no rows of merchants.
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    and not coalesce('security_invoker=true' = any (c.reloptions), false)`

const OWNED_TABLES = `
  select count(*)::int as owned from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where c.relowner = (select oid from pg_roles where rolname = current_user)`

/** Refuses to start when the connected role would not be bound by row-level security. */
export async function assertTenantIsolation(pool: pg.Pool): Promise<void> {
  const role = await pool.query<{ can_bypass: boolean }>(WEAK_ROLE)
  if (role.rows[0]?.can_bypass !== false) {
    throw new AppError(
      'precondition_failed',
      'The database role may bypass row-level security. Connect with a role that is neither superuser nor BYPASSRLS, such as stockcast_app.',
    )
  }
  const owned = await pool.query<{ owned: number }>(OWNED_TABLES)
  if (owned.rows[0]?.owned !== 0) {
    throw new AppError(
      'precondition_failed',
      'The database role owns tables and could lift row-level security. Connect with stockcast_app; migrations run as the owner.',
    )
  }
  const tables = await pool.query<{ name: string }>(UNGUARDED_TABLES)
  if (tables.rows.length > 0) {
    const names = tables.rows.map((row) => row.name).join(', ')
    throw new AppError('precondition_failed', `These tables have no forced row-level security: ${names}.`)
  }
}
