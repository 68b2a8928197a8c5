import type { Tx } from '../../../kernel/database/app-database.ts'

/** What a merchant prints on every order; the logo is a PNG. */
export interface StoredPapers {
  companyName: string
  address: string
  shipTo: string
  terms: string
  note: string
  logo: Buffer | null
}

export const noPapers: StoredPapers = {
  companyName: '',
  address: '',
  shipTo: '',
  terms: '',
  note: '',
  logo: null,
}

export async function findPapers(tx: Tx, merchantId: number): Promise<StoredPapers> {
  const row = await tx
    .selectFrom('order_papers')
    .select(['company_name as companyName', 'address', 'ship_to as shipTo', 'terms', 'note', 'logo'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row ?? noPapers
}

export async function savePapers(tx: Tx, merchantId: number, papers: StoredPapers): Promise<void> {
  const { companyName, address, shipTo, terms, note, logo } = papers
  const values = { company_name: companyName, address, ship_to: shipTo, terms, note, logo }
  await tx
    .insertInto('order_papers')
    .values({ merchant_id: merchantId, ...values })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(values))
    .execute()
}

/** Returns the prefix of new orders and the last number that was taken, as they are now. */
export async function findNumbers(tx: Tx, merchantId: number): Promise<{ prefix: string; last: number }> {
  const row = await tx
    .selectFrom('purchase_order_numbers')
    .select(['prefix', 'last_number as last'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row ?? { prefix: 'PO-', last: 0 }
}

/** Sets the numbers of new orders, which `lockNumbers` has locked. */
export async function setNumbers(
  tx: Tx,
  { merchantId, prefix, last }: { merchantId: number; prefix: string; last: number },
): Promise<void> {
  await tx
    .updateTable('purchase_order_numbers')
    .set({ prefix, last_number: last })
    .where('merchant_id', '=', merchantId)
    .execute()
}

/** Returns the highest number of the merchant's orders; 0 without any. */
export async function findHighestNumber(tx: Tx, merchantId: number): Promise<number> {
  const row = await tx
    .selectFrom('purchase_orders')
    .select((e) => e.fn.max('number').as('highest'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row?.highest ?? 0
}
