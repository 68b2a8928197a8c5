// With its own address the file also gets its own worker: React cannot render HTML and pages in one process.
// @vitest-environment-options { "url": "http://prerender.test/" }
import { describe, expect, it } from 'vitest'
import { renderLanding } from './prerender.tsx'

describe('The landing page as HTML', () => {
  it('L-01, L-02 says what the product does and what it costs, before any script runs', async () => {
    const page = new DOMParser().parseFromString(await renderLanding(), 'text/html')
    const headings = [...page.querySelectorAll('h1, h2, h3')].map((heading) => heading.textContent?.trim())
    expect(headings).toEqual(
      expect.arrayContaining([
        'Know what will run out, and when to order.',
        'Forecasts over 7, 14, 30 or 90 days',
        'Alerts by chat, email or SMS',
        'Trend dashboards and report export',
        'Free Trial',
        'Pro Plan Most Popular',
      ]),
    )
    const prices = page.querySelector('#pricing')?.textContent ?? ''
    for (const text of ['$0 for 14 days', '$10 per month, billed monthly', 'No credit card required'])
      expect(prices).toContain(text)
  })

  it('L-03 has links that work without a script', async () => {
    const page = new DOMParser().parseFromString(await renderLanding(), 'text/html')
    const getTarget = (text: string) =>
      [...page.querySelectorAll('a')].find((link) => link.textContent === text)?.getAttribute('href')
    expect(['Sign In', 'Get Started', 'Start Free Trial', 'Start Now'].map(getTarget)).toEqual([
      '/auth',
      '/auth?tab=signup',
      '/auth?tab=signup',
      '/auth?tab=signup',
    ])
  })

  it('has the chart for a phone and for a wide screen, and no stretched letters', async () => {
    const page = new DOMParser().parseFromString(await renderLanding(), 'text/html')
    const charts = [...page.querySelectorAll('figure svg[role="img"][aria-label^="Stock of one product"]')]
    expect(
      charts.map((chart) => [chart.getAttribute('width'), chart.querySelectorAll('text, circle').length]),
    ).toEqual([
      ['100%', 0],
      ['100%', 0],
    ])
    for (const chart of charts) expect(chart.querySelectorAll('path')).toHaveLength(4)
  })
})
