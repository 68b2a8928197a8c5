import { expect, it } from 'vitest'
import { findShopMoney, variantCosts } from '../../../kernel/database/variant-costs.ts'
import { withTestApp } from '../../../testing/index.ts'

const app = withTestApp()

it('the last rates of many currencies cost the same to read, whatever their number', async () => {
  const { merchantId } = await app.signUp()
  const money = await app.kernel.db.withTenant(merchantId, (tx) => findShopMoney(tx, merchantId))
  const textWith = (currencies: number) => {
    const names = Array.from({ length: currencies }, (_, i) => `X${i}`)
    const rates = new Map(names.map((name) => [name, '1.25']))
    return app.kernel.db.withTenant(merchantId, async (tx) => {
      const statement = variantCosts({ ...money, rates })
      await statement.execute(tx)
      return statement.compile(tx).sql
    })
  }
  expect(await textWith(400)).toBe(await textWith(1))
})
