import path from 'node:path'
import type { LaunchConfig } from '../../launch/config.ts'
import { Problem } from '../../problem.ts'
import { type Outcome, requireOption } from '../command.ts'
import { secretApartText, secretTexts } from '../secret-texts.ts'
import { sizeText, speedText } from '../sizes.ts'
import { backUpBase } from './back-up-base.ts'
import { restoreToTime } from './restore-to-time.ts'
import { LATEST, readTarget } from './target-time.ts'

const USUALLY_KEPT = 3

/** Makes a base backup for `backup --base`. */
export async function makeBase(
  config: LaunchConfig,
  { to, keep }: { to?: string | undefined; keep?: string | undefined },
): Promise<Outcome> {
  if (to !== undefined) throw new Problem('A base backup goes into WAL_ARCHIVE_DIR: leave out --to.')
  const made = await backUpBase(config, readKeep(keep))
  const { file, fileBytes, clusterBytes, seconds, finishedAt, removed, secret, sha256 } = made
  const text = [
    `The base backup is ${file}. A restore reaches every time from ${finishedAt} on.`,
    `It took ${speedText(seconds, clusterBytes)}: ${sizeText(fileBytes)} from a database of ${sizeText(clusterBytes)}.`,
    ...(removed === 0 ? [] : [`Removed ${removed} older base backups and the WAL that only they needed.`]),
    secretApartText(secret, config),
  ]
  return {
    text: text.join('\n'),
    json: { file, finishedAt, seconds, fileBytes, clusterBytes, sha256, removed, secret },
  }
}

/** Restores to a point in time for `restore --archive`. */
export async function restoreFromArchive(
  config: LaunchConfig,
  values: { archive?: string | undefined; at?: string | undefined; replaces: boolean },
): Promise<Outcome> {
  const archive = path.resolve(
    requireOption(values.archive, 'Name the folder that was WAL_ARCHIVE_DIR with --archive.'),
  )
  const at = readTarget(
    requireOption(values.at, `Name the time with --at, such as 2026-11-22T10:00:00Z, or say --at ${LATEST}.`),
  )
  const done = await restoreToTime({ config, archive, at, replaces: values.replaces })
  const { base, secrets, formerFolder, seconds } = done
  const text = [
    `Restored the database as it was at ${at === LATEST ? 'the end of the archive' : at}, from the base backup of ${base.finishedAt}.`,
    `It took ${speedText(seconds, base.clusterBytes)}.`,
    ...secretTexts(secrets),
    ...(formerFolder === undefined
      ? []
      : [
          `The database that was there is kept in ${formerFolder}: \`npm run -s admin -- restore --drop-former\` deletes it.`,
        ]),
    'Make a base backup with `npm run -s admin -- backup --base` once Stockcast runs again.',
    'Messages that were sent after that time may be sent again.',
  ]
  const json = {
    at,
    base: base.file,
    baseFinishedAt: base.finishedAt,
    seconds,
    secrets,
    formerFolder: formerFolder ?? null,
  }
  return { text: text.join('\n'), json }
}

function readKeep(text = `${USUALLY_KEPT}`): number {
  const keep = Number(text)
  if (Number.isInteger(keep) && keep >= 1) return keep
  throw new Problem(`--keep must be a number of base backups from 1 on, not "${text}".`)
}
