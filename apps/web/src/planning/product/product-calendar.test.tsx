import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { somePlans } from '../../testing/action-fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { aDetail } from '../../testing/stock-fixtures.ts'

const oneOff = {
  id: 9,
  kind: 'one_off',
  status: 'confirmed',
  name: '',
  from: '2026-11-10',
  to: '2026-11-10',
  repeats: 'never',
  effectRatio: null,
  foundRatio: null,
  isOpen: false,
  group: null,
  products: { count: 1, titles: ['House Espresso, 1 kg'] },
  times: [{ from: '2026-11-10', to: '2026-11-10' }],
}

function open(events: object[]) {
  const { history, ...detail } = aDetail()
  return openApp('/products/1', {
    'GET /api/products/1': {
      ...detail,
      history: history.map((day) => (day.day === '2026-11-10' ? { ...day, unitsSold: 300 } : day)),
    },
    'GET /api/variants/1/plans': somePlans(),
    'GET /api/calendar': { today: '2026-11-20', events },
    'POST /api/calendar/events': {
      event: oneOff,
      variants: [{ variantId: 1, title: 'House Espresso, 1 kg' }],
    },
    'DELETE /api/calendar/events/9': { done: true },
  })
}

const section = async () => within(await screen.findByRole('region', { name: 'Calendar' }))

it('an unusually large order is marked as a one-off with one press, which can be undone', async () => {
  const { server, user } = open([])
  const calendar = await section()
  await user.click(
    await calendar.findByRole('button', { name: /This order was a one-off: 300 units on Nov 10/ }),
  )
  expect(server.of('POST /api/calendar/events')[0]?.body).toEqual({
    kind: 'one_off',
    from: '2026-11-10',
    to: '2026-11-10',
    variantIds: [1],
  })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(server.of('DELETE /api/calendar/events/9')).toHaveLength(1)
})

it('an order that is marked says that nothing is learned from it, and is not offered again', async () => {
  open([oneOff])
  const calendar = await section()
  expect(await calendar.findByText('House Espresso, 1 kg: left out of what is learned')).toBeTruthy()
  expect(calendar.queryByRole('button', { name: /This order was a one-off/ })).toBeNull()
})

it('a sale that is added is of this product', async () => {
  const { server, user } = open([])
  const calendar = await section()
  await calendar.findByText('No closing or promotion in the calendar')
  await user.click(calendar.getByRole('button', { name: 'Add promotion' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Times usual sales'), '2.5')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(server.of('POST /api/calendar/events')[0]?.body).toMatchObject({
    kind: 'sale',
    effectRatio: 2.5,
    variantIds: [1],
  })
})
