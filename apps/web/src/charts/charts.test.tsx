import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { AccuracyStrip } from './accuracy-strip.tsx'
import { DemandKey } from './fan/demand-key.tsx'
import { eventsWithin } from './fan/events-within.ts'
import { FanTooltip } from './fan/fan-chart.tsx'
import { LazyFanChart } from './lazy-charts.tsx'
import { Runway } from './runway/runway.tsx'
import { Sparkline } from './sparkline.tsx'
import { TooLittleData } from './too-little-data.tsx'

const show = (chart: ReactNode) => render(<MantineProvider env="test">{chart}</MantineProvider>).container
const today = '2026-11-20'
const futures = Array.from({ length: 20 }, (_, i) => (i === 19 ? null : i + 1))
const filled = 'circle[fill="var(--stk-critical-fill)"]'

describe('The runway', () => {
  const runway = { today, futures, leadTimeDays: 14, available: 214, incoming: [] }

  it('says its finding in words', () => {
    show(<Runway {...runway} />)
    const finding = '14 of 20 futures run out before an order placed today arrives on Dec 4'
    expect(screen.getByRole('img', { name: finding })).toBeTruthy()
  })

  it('fills the dots before the arrival, leaves the later ones hollow and counts those after the axis', () => {
    const chart = show(<Runway {...runway} />)
    expect(chart.querySelectorAll(filled)).toHaveLength(14)
    expect(chart.querySelectorAll('circle')).toHaveLength(19)
    expect(chart.textContent).toContain('1 after Jan 8')
  })

  it('counts incoming units only where the number covers no dot', () => {
    const incoming = [
      { day: '2026-11-26', units: 60 },
      { day: '2026-11-28', units: 12 },
    ]
    const covered = show(<Runway {...runway} incoming={incoming} />)
    expect(covered.textContent).not.toMatch(/\+60|\+12/)
    const later = futures.map((day) => (day === null ? null : day + 12))
    const free = show(<Runway {...runway} futures={later} incoming={incoming} />)
    expect(free.textContent).toMatch(/\+60.*\+12/)
    const late = incoming.map((each, i) => ({ ...each, counted: i * each.units }))
    const counted = show(<Runway {...runway} futures={later} incoming={late} />)
    expect(counted.textContent).toContain('+12')
    expect(counted.textContent).not.toContain('+60')
  })

  it('is hatched until the arrival when out of stock, then has a line and the dots of the next stockout', () => {
    const incoming = [{ day: '2026-11-26', units: 60 }]
    const next = futures.map((day) => (day === null ? null : day + 10))
    const chart = show(<Runway {...runway} available={0} futures={next} incoming={incoming} />)
    expect(chart.textContent).toContain('+60')
    const finding =
      'Out of stock now, 60 arrive about Nov 26. 4 of 20 futures run out again before an order placed today arrives on Dec 4'
    expect(screen.getByRole('img', { name: finding })).toBeTruthy()
    const hatch = chart.querySelector('rect[fill="url(#stk-hatch)"]')!
    const ink = chart.querySelector('line[stroke-width="2.5"]')!
    const hatchEnd = Number(hatch.getAttribute('x')) + Number(hatch.getAttribute('width'))
    expect(Number(ink.getAttribute('x1'))).toBeCloseTo(hatchEnd, 6)
    expect(chart.querySelectorAll('circle')).toHaveLength(19)
    for (const dot of chart.querySelectorAll('circle')) {
      expect(Number(dot.getAttribute('cx'))).toBeGreaterThan(hatchEnd)
    }
  })

  it('has no dots when out of stock with nothing on the way, and is hatched until an order would arrive', () => {
    const chart = show(<Runway {...runway} available={0} futures={futures.map(() => 0)} />)
    expect(
      screen.getByRole('img', { name: 'Out of stock now. An order placed today arrives on Dec 4' }),
    ).toBeTruthy()
    expect(chart.querySelectorAll('circle, line[stroke-width="2.5"]')).toHaveLength(0)
    expect(chart.querySelector('rect[fill="url(#stk-hatch)"]')).not.toBeNull()
  })

  it('stays a whole line when nothing ever sells', () => {
    const chart = show(<Runway {...runway} futures={Array.from({ length: 20 }, () => null)} />)
    expect(chart.textContent).toContain('after Jan 8')
    expect(chart.querySelectorAll('circle')).toHaveLength(0)
  })
})

describe('The sparkline', () => {
  it('is hidden from screen readers, hatches days out of stock and draws one bar per day with sales', () => {
    const chart = show(<Sparkline sales={[0, 3, 0, 2]} outOfStock={[false, false, true, false]} />)
    expect(chart.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
    expect(chart.querySelectorAll('rect[fill="url(#stk-hatch)"]')).toHaveLength(1)
    expect(chart.querySelector('path')?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
  })

  it('draws a bare line when nothing sold', () => {
    const chart = show(<Sparkline sales={[0, 0, 0]} outOfStock={[false, false, false]} />)
    expect(chart.querySelectorAll('path, rect')).toHaveLength(0)
  })
})

it('The accuracy chart marks a miss by a hollow dot', () => {
  const origin = { day: '2026-11-06', p10: 10, p50: 15, p90: 20 }
  const chart = show(
    <AccuracyStrip
      finding="1 of 2 fell inside the range"
      origins={[
        { ...origin, actual: 12 },
        { ...origin, day: '2026-11-13', actual: 30 },
      ]}
    />,
  )
  expect(screen.getByRole('img', { name: '1 of 2 fell inside the range' })).toBeTruthy()
  expect(chart.querySelectorAll('circle[stroke="var(--stk-critical-fill)"]')).toHaveLength(1)
})

it('The chart for too little data draws the sales there are and says when the forecast starts', () => {
  const detail = 'The forecast starts on Nov 25. Until then: stock ÷ average.'
  const chart = show(
    <TooLittleData sales={[3, 1, 4]} headline="3 of 14 days of sales so far" detail={detail} />,
  )
  expect(screen.getByRole('img', { name: `3 of 14 days of sales so far. ${detail}` })).toBeTruthy()
  expect(chart.querySelectorAll('rect[fill="var(--stk-hist-soft)"]')).toHaveLength(3)
})

describe('The demand chart', () => {
  it('says its finding while and after its library loads', async () => {
    show(
      <LazyFanChart
        today={today}
        history={[{ day: '2026-11-19', unitsSold: 7 }]}
        forecast={[]}
        historyAs="line"
        finding="Next 30 days: 572 units"
      />,
    )
    expect(await screen.findByRole('img', { name: 'Next 30 days: 572 units' })).toBeTruthy()
  })

  it('explains only the marks that are drawn', () => {
    show(<DemandKey historyAs="bars" hasForecast={false} />)
    expect(screen.queryByText('most likely')).toBeNull()
    expect(screen.getByText('mean of 7 days')).toBeTruthy()
    expect(screen.queryByText('holiday or shopping day')).toBeNull()
    show(<DemandKey historyAs="line" hasEvents />)
    expect(screen.getByText('holiday or shopping day')).toBeTruthy()
  })

  it('names the holiday under the pointer', () => {
    const row = { x: 5.5, day: '2026-11-26', outer: [0, 4] as [number, number], likely: 1 }
    const events = [{ day: '2026-11-26', name: 'Thanksgiving', ratio: 0.1 }]
    show(<FanTooltip row={row} events={events} />)
    expect(screen.getByText('Thanksgiving')).toBeTruthy()
  })

  it('draws the holidays of the days that it shows', () => {
    const events = ['2026-11-26', '2026-12-25'].map((day) => ({ day }))
    expect(eventsWithin(events, [{ day: '2026-11-20' }, { day: '2026-12-20' }])).toEqual([events[0]])
    expect(eventsWithin(events, [])).toEqual([])
  })
})
