import type { Tx } from '../../database/app-database.ts'
import { AppError } from '../../errors.ts'
import { refusalTexts } from '../../texts/refusal-texts.ts'
import { findStock, holdVariant } from './queries.ts'

/** Returns the stock of a product and locks it against removal until the transaction ends. */
export async function requireStock(tx: Tx, key: { merchantId: number; variantId: number }) {
  await holdVariant(tx, key)
  const stock = await findStock(tx, key)
  if (!stock) throw new AppError('not_found', refusalTexts.unknownProduct)
  return stock
}
