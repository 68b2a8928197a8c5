import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { aSession } from '../../../testing/fixtures.ts'
import { renderApp, signInForTest } from '../../../testing/render-app.tsx'
import { aRanking, aTrendProduct, someTrends } from '../../../testing/trend-fixtures.ts'

const closing = {
  id: 7,
  kind: 'closed',
  status: 'proposed',
  name: '',
  from: '2026-08-03',
  to: '2026-08-16',
  repeats: 'never',
  effectRatio: null,
  foundRatio: 0,
  isOpen: false,
  products: null,
  times: [],
}
const sale = {
  ...closing,
  id: 8,
  kind: 'sale',
  status: 'confirmed',
  name: 'Black Friday',
  effectRatio: 3.5,
  foundRatio: null,
  repeats: 'yearly',
}

function open(events: object[]) {
  signInForTest()
  const answered = { event: closing, variants: null }
  const server = fakeServer({
    'GET /api/session': aSession(),
    'GET /api/trends': someTrends(),
    'GET /api/trends/products': aRanking([aTrendProduct()]),
    'GET /api/calendar': { today: '2026-11-20', events },
    'PUT /api/calendar/events/7/answer': answered,
    'POST /api/calendar/events': answered,
    'DELETE /api/calendar/events/8': { done: true },
  })
  return { server, ...renderApp('/trends?period=7') }
}

const section = async () => within(await screen.findByRole('region', { name: 'Calendar' }))

it('a closing that was found is confirmed or denied with one press', async () => {
  const { server, user } = open([closing])
  const calendar = await section()
  expect(await calendar.findByText('Found in your sales: closed')).toBeTruthy()
  await user.click(calendar.getByRole('button', { name: 'Confirm' }))
  await user.click(calendar.getByRole('button', { name: 'Not a closing' }))
  expect(server.of('PUT /api/calendar/events/7/answer').map(({ body }) => body)).toEqual([
    { answer: 'confirmed' },
    { answer: 'denied' },
  ])
})

it('a sale says what is expected of it, and can be removed', async () => {
  const { server, user } = open([sale, { ...closing, status: 'denied' }])
  const calendar = await section()
  expect(await calendar.findByText('whole shop: expected to sell 3.5 times as much as usual')).toBeTruthy()
  expect(calendar.getAllByRole('listitem')).toHaveLength(1)
  await user.click(calendar.getByRole('button', { name: 'Remove Black Friday' }))
  expect(server.of('DELETE /api/calendar/events/8')).toHaveLength(1)
})

it('a closing is added, and a last day before the first is refused beside its field', async () => {
  const { server, user } = open([])
  const calendar = await section()
  expect(await calendar.findByText('No closing or sale is known')).toBeTruthy()
  await user.click(calendar.getByRole('button', { name: 'Add closing or sale' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'Winter break')
  const [from, to] = [dialog.getByLabelText('First day'), dialog.getByLabelText('Last day')]
  await user.clear(from)
  await user.type(from, '2026-12-24')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(dialog.getByText('Choose a day from the first one to 364 days later.')).toBeTruthy()
  await user.clear(to)
  await user.type(to, '2026-12-31')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(server.of('POST /api/calendar/events')[0]?.body).toMatchObject({
    kind: 'closed',
    name: 'Winter break',
    from: '2026-12-24',
    to: '2026-12-31',
    repeats: 'never',
    effectRatio: null,
    variantIds: null,
  })
})
