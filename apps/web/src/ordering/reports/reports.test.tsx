import { type Report, type Reports, reportKinds } from '@stockcast/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failure } from '../../testing/fake-server.ts'
import { aSession } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'

const OWNER = '0b6a2c1e-0000-4000-8000-000000000001'
const BUYER = '0b6a2c1e-0000-4000-8000-000000000002'

const someReports = (changed: Partial<Reports> = {}): Reports => ({
  reports: reportKinds.map((kind) => ({
    kind,
    isOn: false,
    weekday: 1,
    dayOfMonth: 1,
    hour: 8,
    fileFormat: 'xlsx',
    skipsEmpty: true,
    recipients: [],
    nextAt: null,
  })),
  people: [{ userId: OWNER, email: 'owner@example.com', role: 'owner', isYou: true }],
  past: [],
  timeZone: 'America/New_York',
  ...changed,
})
const team: Reports['people'] = [
  { userId: OWNER, email: 'owner@example.com', role: 'owner', isYou: true },
  { userId: BUYER, email: 'buyer@example.com', role: 'buyer', isYou: false },
]

describe('Reports:', () => {
  it('N-02 are off at first, and the owner of a shop of one is asked when, but not to whom', async () => {
    const { server, ...app } = openApp('/reports', {
      'GET /api/reports': someReports(),
      'PUT /api/reports/to_order': someReports(),
    })
    expect(await screen.findAllByText('Off')).toHaveLength(5)
    await app.user.click(screen.getAllByRole('button', { name: 'Set up' })[0]!)
    const form = within(screen.getByRole('form', { name: 'What to order' }))
    expect(form.queryByText('Who gets it')).toBeNull()
    await app.user.selectOptions(form.getByLabelText('Day'), 'Wednesday')
    await app.user.selectOptions(form.getByLabelText('File'), 'PDF')
    await app.user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Report saved')).toBeDefined()
    expect(server.of('PUT /api/reports/to_order')[0]?.body).toEqual({
      isOn: true,
      weekday: 3,
      dayOfMonth: 1,
      hour: 8,
      fileFormat: 'pdf',
      skipsEmpty: true,
      recipients: [OWNER],
    })
  })

  it('the people of a shop are chosen by name, and a refusal stands beside them', async () => {
    const message = 'Choose who gets it.'
    const { server, ...app } = openApp('/reports', {
      'GET /api/reports': someReports({ people: team }),
      'PUT /api/reports/stockouts': failure(400, 'invalid_input', message, { field: 'recipients' }),
    })
    await app.user.click((await screen.findAllByRole('button', { name: 'Set up' }))[1]!)
    const form = within(screen.getByRole('form', { name: 'Stockouts and lost sales' }))
    await app.user.click(form.getByLabelText('owner@example.com, owner'))
    await app.user.selectOptions(form.getByLabelText('Day of the month'), '5')
    await app.user.click(form.getByRole('button', { name: 'Save' }))
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect(server.of('PUT /api/reports/stockouts')[0]?.body).toMatchObject({ recipients: [], dayOfMonth: 5 })
  })

  it('a viewer sees when they come, and may have one now, but changes nothing', async () => {
    const [first, ...rest] = someReports().reports
    const on = { ...first!, isOn: true, recipients: [OWNER, BUYER], nextAt: '2026-11-30T13:00:00.000Z' }
    const { server, ...app } = openApp('/reports', {
      'GET /api/session': aSession({
        user: {
          email: 'viewer@example.com',
          homeId: 9,
          role: 'viewer',
          isMemberOnly: true,
          shops: [{ merchantId: 1, name: 'Northfold', role: 'viewer' }],
        },
      }),
      'GET /api/reports': someReports({ people: team, reports: [on, ...rest] }),
      'POST /api/reports/to_order/send': { done: true },
    })
    const times = await screen.findAllByText('8:00 AM')
    expect(times.map(({ parentElement }) => parentElement?.textContent)).toEqual([
      expect.stringMatching(/^Every Monday at 8:00 AM, to 2 people, as XLSX\./),
      'Next: Monday, November 30, 2026 at 8:00 AM',
    ])
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
    await app.user.click(screen.getAllByRole('button', { name: 'Send me one now' })[0]!)
    expect(await screen.findByText('Report on its way')).toBeDefined()
    expect(server.of('POST /api/reports/to_order/send')).toHaveLength(1)
  })

  it('those so far say why one was not sent, and open with the figures of then', async () => {
    const head = {
      kind: 'stockouts',
      madeAt: '2026-12-01T13:00:00.000Z',
      startsOn: '2026-11-01',
      endsOn: '2026-11-30',
      isAsked: false,
    } as const
    const report: Report = {
      ...head,
      id: 7,
      figures: {
        columns: [
          { head: 'Product', kind: 'text' },
          { head: 'Days out of stock', kind: 'days' },
          { head: 'Lost sales', kind: 'money' },
          { head: 'Currency', kind: 'text' },
        ],
        rows: [['Kettle', 12, 123_450, 'JPY']],
        ids: [1],
        totals: [{ label: 'Lost sales', kind: 'money', value: null, currency: 'USD' }],
        currency: 'USD',
        currencyColumn: 3,
        count: 1,
        notes: ['At today’s price.'],
      },
    }
    const app = openApp('/reports', {
      'GET /api/reports': someReports({
        past: [
          { ...head, id: 8, outcome: 'stale', rows: 0 },
          { ...head, id: 7, outcome: 'made', rows: 1 },
        ],
      }),
      'GET /api/reports/7': report,
    })
    expect(await screen.findByText('Not sent: your store could not be read for a day')).toBeDefined()
    await app.user.click(screen.getByRole('link', { name: 'Stockouts and lost sales, November 2026' }))
    const table = within(await screen.findByRole('table', { name: 'Stockouts and lost sales' }))
    expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Kettle', '12', '¥123,450'])
    expect(screen.getByText('1 product · Lost sales: –')).toBeDefined()
  })
})
