import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failure } from '../../testing/fake-server.ts'
import { aMail, anOrder, anOrderRow, anOrdersList } from '../../testing/purchase-order-fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'

const draft = (id: number, supplierName: string) =>
  anOrderRow({
    id,
    number: `PO-00${id}`,
    supplierName,
    status: 'draft',
    orderedOn: null,
    isLate: false,
    version: 1,
  })

const open = (replies: Record<string, unknown> = {}) =>
  openApp('/order/orders?status=draft', {
    'GET /api/suppliers': { rows: [], total: 0, page: 1, pageSize: 500 },
    'GET /api/purchase-orders': anOrdersList([draft(21, 'Altura'), draft(22, 'Holm'), draft(23, 'Fjord')]),
    'GET /api/purchase-orders/21/send': aMail({ text: 'Please deliver 21.' }),
    'GET /api/purchase-orders/22/send': aMail({ text: 'Please deliver 22.' }),
    'GET /api/purchase-orders/23/send': aMail({ text: 'Please deliver 23.' }),
    'POST /api/purchase-orders/21/send': anOrder(),
    'POST /api/purchase-orders/22/send': anOrder(),
    'POST /api/purchase-orders/23/send': anOrder(),
    ...replies,
  })

const sent = ({ server }: ReturnType<typeof open>, id: number) =>
  server.of(`POST /api/purchase-orders/${id}/send`)
const press = async ({ user }: ReturnType<typeof open>, name: string) =>
  user.click(await screen.findByRole('button', { name }))

describe('Several drafts', () => {
  it('are sent with one press after one preview each', async () => {
    const page = open()
    await press(page, 'Send 3 drafts…')
    expect(await screen.findByText('Please deliver 21.')).toBeTruthy()
    await press(page, 'Next')
    expect(await screen.findByText('Please deliver 22.')).toBeTruthy()
    await page.user.type(screen.getByLabelText(/^Add to the subject/), 'urgent')
    await press(page, 'Next')
    expect(await screen.findByText('Please deliver 23.')).toBeTruthy()
    expect(sent(page, 21)).toEqual([])
    await press(page, 'Send 3 orders')
    expect(await screen.findByText('PO-0021, PO-0022, PO-0023.')).toBeTruthy()
    expect([21, 22, 23].map((id) => sent(page, id).length)).toEqual([1, 1, 1])
    expect(sent(page, 22)[0]?.body).toMatchObject({
      version: 1,
      subject: 'urgent',
      text: 'Please deliver 22.',
      markOrdered: true,
    })
  })

  it('can be left out, and looked at again', async () => {
    const page = open()
    await press(page, 'Send 3 drafts…')
    await press(page, 'Leave out')
    expect(await screen.findByText('Please deliver 22.')).toBeTruthy()
    await press(page, 'Next')
    await press(page, 'Send 1 without this one')
    expect(await screen.findByText('PO-0022.')).toBeTruthy()
    expect([21, 22, 23].map((id) => sent(page, id).length)).toEqual([0, 1, 0])
  })

  it('stop at the one that is refused, and those before it are not sent twice', async () => {
    const page = open({
      'POST /api/purchase-orders/22/send': failure(400, 'invalid_input', 'This address is not stored.', {
        field: 'to',
      }),
    })
    await press(page, 'Send 3 drafts…')
    await press(page, 'Next')
    await press(page, 'Next')
    await press(page, 'Send 3 orders')
    expect(await screen.findByText('This address is not stored.')).toBeTruthy()
    expect(screen.getByText('Please deliver 22.')).toBeTruthy()
    await press(page, 'Leave out')
    await press(page, 'Send 2 orders')
    await waitFor(() => expect(sent(page, 23)).toHaveLength(1))
    const keys = sent(page, 21).map(({ body }) => (body as { key: string }).key)
    expect(new Set(keys).size).toBe(1)
  })

  it('one alone is sent on its page', async () => {
    open({ 'GET /api/purchase-orders': anOrdersList([draft(21, 'Altura')]) })
    expect(await screen.findByRole('link', { name: 'PO-0021' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
  })
})
