import { expect, it } from 'vitest'
import { openSandbox } from '../testing/open-sandbox.ts'

it('the stock history ends with the stock of yesterday, and has days out of stock', async () => {
  const sandbox = openSandbox()
  const answer = await sandbox.http.request('/api/shops/acme/stock-history')
  const [head, ...rows] = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)) as [{ days: number }, ...{ variantId: string; closingStock: number[] }[]]
  expect(head.days).toBeGreaterThanOrEqual(400)
  expect(rows.length).toBeGreaterThan(300)
  for (const { closingStock } of rows) expect(closingStock).toHaveLength(head.days)
  const runsOut = ({ closingStock }: { closingStock: number[] }) =>
    closingStock.some((stock, day) => stock <= 0 && (closingStock[day - 1] ?? 0) > 0)
  expect(rows.filter(runsOut).length).toBeGreaterThan(5)
})
