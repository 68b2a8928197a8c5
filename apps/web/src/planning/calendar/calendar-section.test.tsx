import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp } from '../../testing/render-app.tsx'
import { aRanking, aTrendProduct, someTrends } from '../../testing/trend-fixtures.ts'

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
  group: null,
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
  const answered = { event: closing, variants: null }
  return openApp('/trends?period=7', {
    'GET /api/trends': someTrends(),
    'GET /api/trends/products': aRanking([aTrendProduct()]),
    'GET /api/calendar': { today: '2026-11-20', events },
    'PUT /api/calendar/events/7/answer': answered,
    'POST /api/calendar/events': answered,
    'GET /api/calendar/events/7': { event: { ...closing, isOpen: true }, variants: null },
    'PUT /api/calendar/events/7': answered,
    'GET /api/calendar/events/8': { event: sale, variants: null },
    'DELETE /api/calendar/events/8': { done: true },
  })
}

const section = async () => within(await screen.findByRole('region', { name: 'Calendar' }))

it('a closing that was found is confirmed or denied with one press, which can be undone', async () => {
  const { server, user } = open([closing])
  const calendar = await section()
  expect(await calendar.findByText('Found in your sales: closed')).toBeTruthy()
  await user.click(calendar.getByRole('button', { name: /^Not a closing/ }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await user.click(calendar.getByRole('button', { name: /^Confirm/ }))
  expect(server.bodies('PUT /api/calendar/events/7/answer')).toEqual([
    { answer: 'denied' },
    { answer: 'proposed' },
    { answer: 'confirmed' },
  ])
})

it('a closing that still lasts asks for its last day before it is confirmed', async () => {
  const { server, user } = open([{ ...closing, isOpen: true }])
  const calendar = await section()
  expect(await calendar.findByText(/its end is not known yet/)).toBeTruthy()
  await user.click(calendar.getByRole('button', { name: /^Confirm/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Choose a day from the first one to 364 days later.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Last day'), '2026-08-20')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Changed')
  expect(server.of('PUT /api/calendar/events/7')[0]?.body).toMatchObject({ to: '2026-08-20', kind: 'closed' })
})

it('a sale says what is expected of it, and can be removed and restored', async () => {
  const { server, user } = open([sale, { ...closing, status: 'denied' }])
  const calendar = await section()
  expect(await calendar.findByText('whole shop: expected to sell 3.5 times as much as usual')).toBeTruthy()
  expect(calendar.getAllByRole('listitem')).toHaveLength(1)
  await user.click(calendar.getByRole('button', { name: /^Remove Black Friday/ }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(server.of('DELETE /api/calendar/events/8')).toHaveLength(1)
  expect(server.of('POST /api/calendar/events')[0]?.body).toMatchObject({
    name: 'Black Friday',
    effectRatio: 3.5,
  })
})

it('a closing is added, and a last day before the first is refused beside its field', async () => {
  const { server, user } = open([])
  const calendar = await section()
  expect(await calendar.findByText('No closing or promotion in the calendar')).toBeTruthy()
  await user.click(calendar.getByRole('button', { name: 'Add closing or promotion' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'Winter break')
  const [from, to] = [dialog.getByLabelText('First day'), dialog.getByLabelText('Last day')]
  await user.fill(from, '2026-12-24')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(dialog.getByText('Choose a day from the first one to 364 days later.')).toBeTruthy()
  await user.fill(to, '2026-12-31')
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
