import { type SupplierImport, supplierImportSchema } from '@stockcast/contract'
import { expect } from 'vitest'
import { insertCatalog } from './insert-catalog.ts'
import type { TestApp, TestMerchant } from './test-app.ts'

/** Opens a shop with three products, whose SKUs are MUG-1, CUP-1 and JAR-1. */
export async function openSmallShop(app: TestApp): Promise<TestMerchant> {
  const merchant = await app.signUp()
  const { merchantId } = merchant
  const variants = ['MUG-1', 'CUP-1', 'JAR-1'].map((sku) => ({ title: `Product ${sku}`, sku }))
  await insertCatalog(app.kernel, { merchantId, firstId: merchantId * 20_000, variants })
  return merchant
}

/** Applies a file of suppliers, of what they sell, or of orders, and returns its report. */
export async function applySupplierFile(
  shop: TestMerchant,
  kind: SupplierImport['kind'],
  lines: readonly string[] | Uint8Array<ArrayBuffer>,
): Promise<SupplierImport> {
  const body = lines instanceof Uint8Array ? lines : lines.join('\n')
  const path = `/api/suppliers/import/apply?kind=${kind}&fileName=file.csv`
  const answer = await shop.request(path, { method: 'POST', body })
  const report = await answer.json()
  expect([answer.status, report]).toEqual([200, expect.anything()])
  return supplierImportSchema.parse(report)
}
