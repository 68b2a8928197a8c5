import { Problem } from '../../problem.ts'
import { withClient } from '../backup/connect.ts'
import { requireArchiving } from './back-up-base.ts'
import { listBases, restorableSegments } from './base-manifest.ts'

/** A segment that waits longer than this is late; archiving one takes about a second. */
const LATE_SECONDS = 300

/** What PostgreSQL reports about its archiving. */
interface Archiver {
  lastTime: Date | null
  failedSegment: string | null
  isFailing: boolean
  waiting: number
  waitingSeconds: number
}

const ARCHIVER = `
  select last_archived_time as "lastTime", last_failed_wal as "failedSegment",
    last_failed_time is not null and last_failed_time > coalesce(last_archived_time, '-infinity') as "isFailing",
    waiting.count as waiting, waiting.seconds as "waitingSeconds"
  from pg_stat_archiver, (
    select count(*)::int as count,
      coalesce(extract(epoch from clock_timestamp() - min(modification)), 0)::int as seconds
    from pg_ls_archive_statusdir() where name like '%.ready'
  ) as waiting`

/** Returns the times of the last base backup and the last archived WAL. Throws a Problem with a remedy if a restore would lose data. */
export async function inspectArchive(readerUrl: string, archive: string): Promise<string> {
  return withClient(readerUrl, async (client) => {
    const { series } = await requireArchiving(client, archive)
    const { rows } = await client.query<Archiver>(ARCHIVER)
    requireArchived(rows[0]!, series.walFolder)
    const base = listBases(series).at(-1)
    if (base === undefined) {
      throw new Problem(
        'There is no base backup, without which WAL is of no use: `npm run -s admin -- backup --base`.',
      )
    }
    const { missing } = restorableSegments(base)
    if (missing !== undefined) {
      throw new Problem(
        `${missing} is missing in ${series.walFolder}, so no later time can be restored: make a new base backup with ` +
          '`npm run -s admin -- backup --base`.',
      )
    }
    const until = rows[0]!.lastTime?.toISOString() ?? 'nothing yet'
    return `base backup of ${base.finishedAt}, last archived ${until}`
  })
}

function requireArchived(
  { isFailing, failedSegment, waiting, waitingSeconds }: Archiver,
  walFolder: string,
): void {
  if (isFailing) {
    throw new Problem(
      `PostgreSQL cannot archive ${failedSegment} into ${walFolder}, and keeps WAL until its disk is full: make room ` +
        'there and allow it to write; the end of logs/postgres.log names the cause. It tries again each minute.',
    )
  }
  if (waitingSeconds > LATE_SECONDS) {
    throw new Problem(
      `${waiting} segments of WAL wait to be archived into ${walFolder}, the oldest for ${waitingSeconds} seconds: ` +
        'use a faster disk for WAL_ARCHIVE_DIR, or look again in a minute if Stockcast has just been started.',
    )
  }
}
