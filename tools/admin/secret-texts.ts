import path from 'node:path'
import type { ReadableSecrets } from '../../apps/server/src/operator/index.ts'
import type { LaunchConfig } from '../launch/config.ts'

/** Returns how much of a restored database the secret can decrypt. */
export function secretTexts({ merchants, stores, unreadable }: ReadableSecrets): string[] {
  const opened = `The secret opens the keys of ${merchants} merchants and the tokens of ${stores} stores.`
  if (unreadable.length === 0) return [opened]
  return [
    opened,
    `Merchants whose tokens cannot be read, who must connect their store again: ${unreadable.join(', ')}.`,
  ]
}

/** Returns what to keep apart because a backup does not have the secret. */
export function secretApartText(
  secret: 'in the data folder' | 'in the environment',
  { dataDir }: LaunchConfig,
): string {
  if (secret === 'in the environment') {
    return 'STOCKCAST_SECRET is not in this backup: keep it apart. Without it stored tokens cannot be read.'
  }
  const place = path.join(dataDir, 'secret')
  return `The secret is not in this backup: keep ${place} apart. Without it stored tokens cannot be read.`
}
