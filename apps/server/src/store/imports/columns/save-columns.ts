import { importFields, type SaveColumns } from '@stockcast/contract'
import { AppError } from '../../../kernel/errors.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { upsertColumnChoice } from './queries.ts'

/** Column choices are remembered for files with at most this many different heads. */
const KEPT = 200

/** Remembers what the columns of files with one head are. Refuses a choice of one thing for two columns. */
export async function saveColumns(
  kernel: Pick<Kernel, 'clock' | 'db'>,
  merchantId: number,
  { kind, headHash, fields }: SaveColumns,
): Promise<void> {
  const chosen = fields.filter((field) => field !== null)
  const known: readonly string[] = importFields[kind]
  const foreign = chosen.find((field) => !known.includes(field))
  if (foreign !== undefined) {
    throw new AppError('invalid_input', `A file of ${kind} has no ${foreign}.`, { field: 'fields' })
  }
  const twice = chosen.find((field, i) => chosen.indexOf(field) !== i)
  if (twice !== undefined) {
    throw new AppError('invalid_input', `Two columns are chosen as ${twice}. Choose one of them.`, {
      field: 'fields',
    })
  }
  await kernel.db.withTenant(merchantId, (tx) =>
    upsertColumnChoice(tx, { merchantId, kind, headHash, fields, at: kernel.clock.now(), kept: KEPT }),
  )
}
