import {
  MAX_LOGO_BYTES,
  MAX_LOGO_PIXELS,
  type OrderPapers,
  type saveOrderPapersSchema,
} from '@stockcast/contract'
import type { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'
import { assertAddressFits } from '../../../kernel/texts/address-lines.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { cleanPng } from '../../../providers/files/clean-png.ts'
import { lockNumbers } from '../orders/order-queries.ts'
import { findHighestNumber, findNumbers, findPapers, savePapers, setNumbers } from './paper-queries.ts'

/** Returns what stands on every order, and the number of the next one. */
export async function getOrderPapers({ merchantId, tx }: Context): Promise<OrderPapers> {
  const { logo, ...texts } = await findPapers(tx, merchantId)
  const { prefix, last } = await findNumbers(tx, merchantId)
  return { ...texts, prefix, nextNumber: last + 1, logo: logo?.toString('base64') ?? null }
}

/** Saves what stands on every order. Orders that exist keep their numbers, and no number is given twice. */
export async function saveOrderPapers(
  context: Context,
  wanted: z.output<typeof saveOrderPapersSchema>,
): Promise<OrderPapers> {
  const { merchantId, tx } = context
  const { prefix, nextNumber, logo, ...texts } = wanted
  assertAddressFits(texts.address, 'address')
  assertAddressFits(texts.shipTo, 'shipTo')
  await lockNumbers(tx, merchantId)
  if (nextNumber !== undefined) await assertNumberFree(context, nextNumber)
  const { last } = await findNumbers(tx, merchantId)
  await setNumbers(tx, { merchantId, prefix, last: nextNumber === undefined ? last : nextNumber - 1 })
  await savePapers(tx, merchantId, { ...texts, logo: await chosenLogo(context, logo) })
  return getOrderPapers(context)
}

async function assertNumberFree({ merchantId, tx }: Context, nextNumber: number): Promise<void> {
  const highest = await findHighestNumber(tx, merchantId)
  if (nextNumber > highest) return
  const message = `Your orders have numbers up to ${highest}. The next one is ${highest + 1} or more.`
  throw new AppError('invalid_input', message, { field: 'nextNumber' })
}

async function chosenLogo(
  { merchantId, tx }: Context,
  logo: string | null | undefined,
): Promise<Buffer | null> {
  if (logo === undefined) return (await findPapers(tx, merchantId)).logo
  return logo === null ? null : readLogo(logo)
}

function readLogo(base64: string): Buffer {
  const file = Buffer.from(base64, 'base64')
  const read =
    file.length > MAX_LOGO_BYTES
      ? { refused: `The picture is larger than ${MAX_LOGO_BYTES / 1000} kB.` }
      : cleanPng(file, MAX_LOGO_PIXELS)
  if ('refused' in read) throw new AppError('invalid_input', read.refused, { field: 'logo' })
  return Buffer.from(read.png)
}
