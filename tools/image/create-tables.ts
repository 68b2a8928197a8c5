import { migrate } from '../../apps/server/src/kernel/database/migrate.ts'
import { APP, OWNER, prepareDatabase } from '../postgres/roles.ts'
import { Problem } from '../problem.ts'

/**
 * Applies the migrations as DATABASE_OWNER_URL. With DATABASE_SUPERUSER_URL it first creates the roles of both
 * addresses, with their passwords, and the database, unless they exist.
 */
export async function createTables(env: NodeJS.ProcessEnv): Promise<void> {
  const { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, DATABASE_SUPERUSER_URL: superuserUrl } = env
  if (!ownerUrl) throw new Problem('Set DATABASE_OWNER_URL to the role that owns the tables.')
  if (superuserUrl) {
    const [owner, app] = [new URL(ownerUrl), appUrl ? new URL(appUrl) : undefined]
    await prepareDatabase(superuserUrl, {
      database: decodeURIComponent(owner.pathname.slice(1)),
      passwords: {
        [OWNER]: decodeURIComponent(owner.password),
        [APP]: decodeURIComponent(app?.password ?? ''),
      },
    })
  }
  const { applied } = await migrate(ownerUrl)
  console.log(
    applied.length === 0
      ? 'The database has every migration.'
      : `Applied the migrations from ${applied[0]} to ${applied.at(-1)}.`,
  )
}
