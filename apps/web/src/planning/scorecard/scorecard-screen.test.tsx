import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failure } from '../../testing/fake-server.ts'
import { openApp } from '../../testing/render-app.tsx'
import { aScore, aScorecard } from '../../testing/scorecard-fixtures.ts'

const open = (card: unknown, more: Record<string, unknown> = {}) =>
  openApp('/alerts/scorecard', { 'GET /api/scorecard': card, ...more })

const slider = () => screen.findByRole('slider', { name: 'From quiet to cautious' })

describe('The alert scorecard:', () => {
  it('one sentence says how many stockouts had a warning, how early, and how many alerts were false', async () => {
    open(aScorecard())
    expect(
      await screen.findByText('5 of 6 stockouts had a warning, typically 7 days ahead. 3 false alarms.'),
    ).toBeTruthy()
    expect(screen.getByText(/^Aug 22 to Nov 19, simulated for 420 products/)).toBeTruthy()
  })

  it('the slider starts where the alerts are set, and moving it redraws the scorecard without asking the server', async () => {
    const { server } = open(aScorecard())
    const thumb = await slider()
    expect(thumb.getAttribute('aria-valuetext')).toContain('above 10%')
    expect(screen.getByText('Your alerts use this setting.')).toBeTruthy()
    const asked = server.received.length
    fireEvent.keyDown(thumb, { key: 'ArrowRight' })
    expect(
      await screen.findByText(/^Every one of 6 stockouts had a warning, typically 11 days ahead/),
    ).toBeTruthy()
    expect(thumb.getAttribute('aria-valuetext')).toContain('above 2%')
    fireEvent.keyDown(thumb, { key: 'ArrowLeft' })
    fireEvent.keyDown(thumb, { key: 'ArrowLeft' })
    expect(await screen.findByText(/^4 of 6 stockouts had a warning.*No false alarms so far\.$/)).toBeTruthy()
    expect(server.received.length).toBe(asked)
  })

  it('W-03 the quiet half says that orders are due before their alerts', async () => {
    open(aScorecard({ serviceLevel: 0.5 }))
    const thumb = await slider()
    expect(screen.getByText(/above 50%\. Order dates follow this setting\./)).toBeTruthy()
    fireEvent.keyDown(thumb, { key: 'ArrowLeft' })
    expect(await screen.findByText(/above 80%\. Order dates follow expected sales instead/)).toBeTruthy()
  })

  it('W-03 a saved position becomes the service level of the alerts', async () => {
    const { server, user } = open(aScorecard(), { 'PUT /api/scorecard/sensitivity': { serviceLevel: 0.98 } })
    fireEvent.keyDown(await slider(), { key: 'ArrowRight' })
    await user.click(await screen.findByRole('button', { name: 'Use this setting' }))
    expect(await screen.findByText('Setting saved')).toBeTruthy()
    expect(server.of('PUT /api/scorecard/sensitivity')[0]!.body).toEqual({ serviceLevel: 0.98 })
    expect(await screen.findByText('Your alerts use this setting.')).toBeTruthy()
  })

  it('a setting that cannot be saved says so, and the position stays', async () => {
    const { user } = open(aScorecard(), {
      'PUT /api/scorecard/sensitivity': failure(500, 'internal', 'Something failed.'),
    })
    fireEvent.keyDown(await slider(), { key: 'ArrowRight' })
    await user.click(await screen.findByRole('button', { name: 'Use this setting' }))
    expect(await screen.findByText('Failed to save the setting')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Use this setting' })).toBeTruthy()
  })

  it('the comparison with the plain rule is at no fewer warned stockouts', async () => {
    open(aScorecard())
    expect(
      await screen.findByText(
        /To warn of 5 stockouts, Stockcast needs 11 alerts and the plain rule 22 \(50% fewer\)\. Stockcast is then set to alert above 10% and warns 7 days ahead; the plain rule, 6\./,
      ),
    ).toBeTruthy()
    const row = screen.getByRole('rowheader', { name: '14-day rule' }).closest('tr')!
    expect(within(row).getByText('5 of 6')).toBeTruthy()
  })

  it('where most of the stock is estimated there is no comparison, and the reason is given', async () => {
    const { simulation } = aScorecard()
    open(aScorecard({ simulation: { ...simulation!, recordedSince: null, estimatedShare: 1 } }))
    expect(await screen.findByText(/the rules can be compared once stock has been recorded/)).toBeTruthy()
    expect(screen.queryByText(/% fewer/)).toBeNull()
  })

  it('every stockout is listed with its warning, and estimated ones are marked', async () => {
    open(aScorecard())
    const row = (await screen.findByRole('link', { name: 'Oat Barista 1 l', hidden: true })).closest('tr')!
    expect(within(row).getByText('Missed')).toBeTruthy()
    const first = screen.getByRole('link', { name: 'House Espresso', hidden: true }).closest('tr')!
    expect(within(first).getByText('9 days ahead')).toBeTruthy()
    expect(within(first).getByText('estimated')).toBeTruthy()
  })

  it('the accuracy of the probabilities comes only from fifths with enough cases', async () => {
    open(aScorecard())
    expect(await screen.findByText(/differ by at most 3 percentage points\./)).toBeTruthy()
    const row = screen.getByRole('rowheader', { name: '20% to 40%' }).closest('tr')!
    expect(row.textContent).toBe('20% to 40%31%34%30% to 38%800')
  })

  it.each([
    [0.45, /by at most 10 percentage points, which is within what so few products can prove\./],
    [0.57, /by at most 10 percentage points\. The band/],
  ])('a range from %d says whether so few products can prove a difference', async (low, words) => {
    const { simulation } = aScorecard()
    const calibration = simulation!.calibration.map((bin, i) =>
      i === 2 ? { ...bin, predicted: 0.5, observed: 0.6, low, high: 0.75 } : bin,
    )
    open(aScorecard({ simulation: { ...simulation!, calibration } }))
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('estimated stock and few stockouts have a caveat', async () => {
    const full = aScorecard()
    const simulation = {
      ...full.simulation!,
      recordedSince: null,
      stockouts: full.simulation!.stockouts.slice(0, 2),
      steps: [{ serviceLevel: 0.9, ...aScore([9, 6], 3) }],
      plain: aScore([8, null], 3),
    }
    open(aScorecard({ simulation }))
    expect(
      await screen.findByText(/^With only 2 stockouts, these figures prove little\. Stock was not recorded/),
    ).toBeTruthy()
  })

  it('live results judge the alerts that were really raised', async () => {
    const { simulation } = aScorecard()
    const live = {
      firstDay: '2026-10-01',
      lastDay: '2026-11-19',
      stockouts: simulation!.stockouts.slice(4),
      score: aScore([8, null], 1),
    }
    open(aScorecard({ live }))
    expect(await screen.findByText(/^Alerts since Oct 1, updated every week\. 1 of 2 stockouts/)).toBeTruthy()
    expect(screen.getByRole('rowheader', { name: 'Your alerts' })).toBeTruthy()
  })

  it('before the first forecasts the screen says what will come', async () => {
    open({ serviceLevel: 0.9, simulation: null, live: null })
    expect(await screen.findByText('The scorecard comes with your first forecasts')).toBeTruthy()
    expect(screen.queryByRole('slider')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  })

  it('a failed answer is shown in place and tried again', async () => {
    let fails = true
    const { user } = open(() => (fails ? failure(500, 'internal', 'Something failed.') : aScorecard()))
    expect(await screen.findByText('Failed to load the scorecard')).toBeTruthy()
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('Failed to load the scorecard')).toBeNull())
    expect(await slider()).toBeTruthy()
  })

  it('the scorecard is linked from the alerts', async () => {
    const { user, path } = openApp('/alerts', {
      'GET /api/alerts': { alerts: [], total: 0, page: 1, pageSize: 50 },
      'GET /api/scorecard': aScorecard(),
    })
    await user.click(await screen.findByRole('link', { name: 'Scorecard' }))
    await waitFor(() => expect(path()).toBe('/alerts/scorecard'))
  })
})
