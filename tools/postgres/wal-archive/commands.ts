import type { Settings } from '../settings.ts'

/** Seconds after which PostgreSQL archives a segment that is not full. */
const LONGEST_WAIT = 300

/**
 * Compresses a file of WAL beside its place and renames it when it is on the disk. A file that was archived
 * before is accepted if its content is the same, and is never replaced.
 */
const ARCHIVE = [
  'set -eu',
  'umask 077',
  'if [ -e "$2" ]; then gzip -dc "$2" | cmp -s - "$1" && exit 0; echo "$2 has another content" >&2; exit 1; fi',
  'gzip -1 -c "$1" > "$2.new"',
  'sync "$2.new"',
  'mv "$2.new" "$2"',
  'sync "$(dirname "$2")"',
].join('; ')

/** PostgreSQL takes status 1 as the end of the archive, and stops the recovery at 126. */
const FETCH = 'if [ ! -e "$1" ]; then exit 1; fi; gzip -dc "$1" > "$2" || exit 126'

/** Returns the name under which a file of WAL is archived. */
export function archivedName(name: string): string {
  return `${name}.gz`
}

/** Returns the settings with which PostgreSQL archives its WAL into a folder. */
export function archiveSettings(walFolder: string): Settings {
  return {
    archive_mode: 'on',
    archive_timeout: `${LONGEST_WAIT}`,
    archive_command: `/bin/sh -c ${inCommand(ARCHIVE)} sh "%p" ${inCommand(`${walFolder}/`)}${archivedName('%f')}`,
  }
}

/** Returns the settings with which a server recovers from archived WAL and then takes writes. */
export function recoverySettings(walFolder: string, targetTime: string | undefined): Settings {
  return {
    // What the server writes during the recovery must not be archived; a new series begins with the next start.
    archive_mode: 'off',
    hot_standby: 'off',
    // The log gives the time of the last transaction in this zone.
    TimeZone: 'UTC',
    restore_command: `/bin/sh -c ${inCommand(FETCH)} sh ${inCommand(`${walFolder}/`)}${archivedName('%f')} "%p"`,
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // PostgreSQL reads its command line before it knows the names of time zones, and Z is one.
    ...(targetTime === undefined ? {} : { recovery_target_time: targetTime.replace(/Z$/, '+00') }),
  }
}

/** Quotes a text for the shell, in a command in which PostgreSQL replaces what follows a percent sign. */
function inCommand(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`.replaceAll('%', '%%')
}
