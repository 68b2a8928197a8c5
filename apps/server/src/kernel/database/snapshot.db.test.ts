import {
  accountApi,
  alertsApi,
  notificationsApi,
  orderListApi,
  ordersApi,
  productsApi,
  settingsApi,
  suppliersApi,
  trendsApi,
} from '@stockcast/contract'
import { expect, it, vi } from 'vitest'
import { withTestApp } from '../../testing/index.ts'
import type { Tx } from './app-database.ts'

const app = withTestApp()

it('a list reads one moment: what is written meanwhile changes neither its rows nor its totals', async () => {
  const { merchantId } = await app.signUp()
  const rename = (tx: Tx, name: string) =>
    tx.updateTable('merchants').set({ shop_name: name }).where('id', '=', merchantId).execute()
  const nameIn = async (tx: Tx) =>
    (
      await tx
        .selectFrom('merchants')
        .select('shop_name')
        .where('id', '=', merchantId)
        .executeTakeFirstOrThrow()
    ).shop_name
  await app.kernel.db.withTenant(merchantId, (tx) => rename(tx, 'Before'))
  const read = await app.kernel.db.withTenantSnapshot(merchantId, async (tx) => {
    const first = await nameIn(tx)
    await app.kernel.db.withTenantAtOnce(merchantId, (other) => rename(other, 'After'))
    return [first, await nameIn(tx)]
  })
  expect(read).toEqual(['Before', 'Before'])
  expect(await app.kernel.db.withTenant(merchantId, nameIn)).toBe('After')
  await expect(app.kernel.db.withTenantSnapshot(merchantId, (tx) => rename(tx, 'No'))).rejects.toThrow(
    'read-only',
  )
})

it.each([
  productsApi.list.path,
  orderListApi.get.path,
  ordersApi.list.path,
  productsApi.listExcess.path,
  alertsApi.list.path,
  trendsApi.listProducts.path,
  suppliersApi.list.path,
  suppliersApi.listItems.path,
  notificationsApi.listDeliveries.path,
  accountApi.listActivity.path,
  settingsApi.listVariants.path,
])('F-08 the rows and totals of %s are one snapshot', async (path) => {
  const merchant = await app.signUp()
  const snapshot = vi.spyOn(app.kernel.db, 'withTenantSnapshot')
  const { status } = await merchant.request(path)
  expect(status).toBe(200)
  expect(snapshot).toHaveBeenCalledOnce()
  snapshot.mockRestore()
})
