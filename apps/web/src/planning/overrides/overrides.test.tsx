import type { ForecastOverride, ForecastOverrides, ProductDetail } from '@stockcast/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { somePlans } from '../../testing/action-fixtures.ts'
import type { fakeServer } from '../../testing/fake-server.ts'
import { anOverride } from '../../testing/override-fixtures.ts'
import { openApp, type renderApp } from '../../testing/render-app.tsx'
import { aDetail, aForecast, aRow } from '../../testing/stock-fixtures.ts'

const open = (
  changes: Partial<ProductDetail> = {},
  overrides: ForecastOverride[] = [],
  valueAdded: ForecastOverrides['valueAdded'] = [],
) =>
  openApp('/products/1', {
    'GET /api/products/1': aDetail({ hasForecastChanges: overrides.length > 0, ...changes }),
    'GET /api/variants/1/plans': somePlans(),
    'GET /api/calendar': { today: '2026-11-20', events: [] },
    'GET /api/forecast-overrides': { today: '2026-11-20', overrides, valueAdded },
    'POST /api/forecast-overrides': anOverride(),
    'DELETE /api/forecast-overrides/5': { done: true },
    'POST /api/forecast-overrides/5/restore': anOverride(),
    'PUT /api/forecast-overrides/5': anOverride({ id: 9, kind: 'total', amount: 150, amountLeft: 150 }),
  })

const section = async () => within(await screen.findByRole('region', { name: 'Changed by hand' }))
const sent = (server: ReturnType<typeof fakeServer>) => server.of('POST /api/forecast-overrides')

async function openDialog(user: ReturnType<typeof renderApp>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Change forecast' }))
  return within(await screen.findByRole('dialog', { name: 'Change forecast' }))
}

describe('a product without a change of its forecast', () => {
  it('shows one quiet entry, and asks the server for nothing', async () => {
    const { server } = open()
    await screen.findByRole('button', { name: 'Change forecast' })
    expect(screen.queryByRole('region', { name: 'Changed by hand' })).toBeNull()
    expect(server.of('GET /api/forecast-overrides')).toHaveLength(0)
  })

  it('has no entry while it is not on sale', async () => {
    open({ row: aRow({ saleStatus: 'archived' }) })
    await screen.findByRole('region', { name: 'Sales and forecast' })
    expect(screen.queryByRole('button', { name: 'Change forecast' })).toBeNull()
  })

  it('is changed for its supplier or vendor too, with the difference shown, and undone', async () => {
    const { server, user } = open()
    const dialog = await openDialog(user)
    await user.type(dialog.getByLabelText(/^Percent more/), '50')
    expect(
      dialog.getByText('Forecast 119, yours 179 units, more than 30% apart. Is that meant?'),
    ).toBeTruthy()
    await user.choose(dialog.getByRole('combobox', { name: 'For' }), 'All products of vendor Altura Roasting')
    await user.click(dialog.getByRole('button', { name: 'Change forecast' }))
    expect(sent(server)[0]?.body).toEqual({
      scope: { kind: 'vendor', vendor: 'Altura Roasting' },
      from: '2026-11-20',
      to: '2026-11-26',
      change: { kind: 'percent', amount: 50 },
      reason: '',
    })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(server.of('DELETE /api/forecast-overrides/5')).toHaveLength(1)
  })

  it('says which field is wrong, and sends nothing', async () => {
    const { server, user } = open()
    const dialog = await openDialog(user)
    const save = dialog.getByRole('button', { name: 'Change forecast' })
    await user.click(save)
    expect(dialog.getByText('Enter a whole number from -100 to 900, but not 0.')).toBeTruthy()
    await user.type(dialog.getByLabelText(/^Percent more/), '-200')
    await user.fill(dialog.getByLabelText('First day'), '2026-11-19')
    await user.click(save)
    expect(dialog.getByText('Choose today or a later day.')).toBeTruthy()
    expect(sent(server)).toHaveLength(0)
  })

  it('that is new begins with what another product sells', async () => {
    const { user } = open({ forecast: aForecast({ basis: 'too_little_data' }) })
    const dialog = await openDialog(user)
    expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'How' }).value).toBe('Like another product')
    expect(dialog.getByText(/sold long enough for a forecast of its own/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Change forecast' }))
    expect(dialog.getByText('Choose another product.')).toBeTruthy()
  })
})

const ended = anOverride({
  id: 6,
  state: 'ended',
  judgement: { products: 1, baselineError: 50, changedError: 46 },
  isFarOff: false,
})
const valueAdded = [{ author: 'owner@northfold.test', products: 14, baselineError: 100, changedError: 92 }]

it('a changed forecast is listed with what it changes, who did it and what it did, and removed with an undo', async () => {
  const { server, user } = open({}, [anOverride({ reason: 'Spring sale' }), ended], valueAdded)
  const list = await section()
  expect(await list.findByText('Forecast 119, yours 179 units, more than 30% apart')).toBeTruthy()
  expect(list.getByText(/Spring sale\. By ann@shop\.example$/)).toBeTruthy()
  expect(list.getByText('It made the forecast 8% better on 1 product.')).toBeTruthy()
  expect(
    list.getByText('Your changes of the last year made the forecast 8% better on 14 products.'),
  ).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Remove +50%, Nov 24 to Nov 30' }))
  expect(server.of('DELETE /api/forecast-overrides/5')).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(server.of('POST /api/forecast-overrides/5/restore')).toHaveLength(1)
})

describe('a change that is edited', () => {
  const running = anOverride({
    kind: 'total',
    amount: 200,
    amountLeft: 120,
    from: '2026-11-18',
    to: '2026-11-24',
    state: 'running',
    reason: 'Fair',
  })

  it('begins with what is left of it from today on, and undo brings the former one back', async () => {
    const { server, user } = open({}, [running])
    const list = await section()
    await user.click(await list.findByRole('button', { name: /^Edit 200 units in total/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit change' }))
    expect(dialog.getByText(/counts from today on/)).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>('First day').value).toBe('2026-11-20')
    expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Fair')
    expect(dialog.queryByLabelText('For')).toBeNull()
    const amount = dialog.getByLabelText<HTMLInputElement>('Units on all days together')
    expect(amount.value).toBe('120')
    await user.fill(amount, '150')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(server.of('PUT /api/forecast-overrides/5')[0]?.body).toEqual({
      from: '2026-11-20',
      to: '2026-11-24',
      change: { kind: 'total', amount: 150 },
      reason: 'Fair',
    })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(server.of('POST /api/forecast-overrides/5/restore')).toHaveLength(1)
  })

  it('is not offered once it has ended', async () => {
    open({}, [anOverride({ state: 'ended' })])
    const list = await section()
    await list.findByText(/ended$/)
    expect(list.queryByRole('button', { name: /^(Edit|Remove)/ })).toBeNull()
  })
})

describe('a what-if of the demand', () => {
  it('is kept as a change of the forecast, with its percentage', async () => {
    const { user } = open()
    const demand = await screen.findByRole('slider', { name: 'Demand' })
    expect(screen.queryByRole('button', { name: /^Save as a forecast change/ })).toBeNull()
    demand.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    await user.click(await screen.findByRole('button', { name: /^Save as a forecast change/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change forecast' }))
    expect(dialog.getByLabelText<HTMLInputElement>(/^Percent more/).value).toBe('10')
  })

  it('is not kept while the forecast is changed already', async () => {
    const baseline = [{ day: '2026-11-24', p50: 17, isFarOff: true }]
    const { user } = open({ forecast: aForecast({ baseline }) }, [anOverride()])
    const demand = await screen.findByRole('slider', { name: 'Demand' })
    demand.focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.queryByRole('button', { name: /^Save as a forecast change/ })).toBeNull()
  })
})
