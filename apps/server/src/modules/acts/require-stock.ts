import type { Tx } from '../../database/app-database.ts'
import { AppError } from '../../errors.ts'
import { findStock } from './queries.ts'

export async function requireStock(tx: Tx, key: { merchantId: number; variantId: number }) {
  const stock = await findStock(tx, key)
  if (!stock) throw new AppError('not_found', 'This product does not exist.')
  return stock
}
