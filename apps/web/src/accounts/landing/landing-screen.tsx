import { useState } from 'react'
import { addDays, formatDay } from '../../ui/format/days.ts'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import classes from './landing.module.css'
import { LandingFooter, LandingHeader } from './landing-chrome.tsx'
import { Pricing } from './pricing.tsx'
import { daysUntilOrder, FUTURES, futuresBeforeArrival, orderQuantity, sample } from './sample-store.ts'
import { Screenshots } from './screenshots.tsx'

/** Shows the landing page (L-01 to L-03). */
export function LandingScreen() {
  const [leadTimeDays, setLeadTimeDays] = useState<number>(sample.leadTimeDays)
  return (
    <>
      <title>Know what will run out, and when to order · Stockcast</title>
      <LandingHeader />
      <main id="main" tabIndex={-1}>
        <Hero leadTimeDays={leadTimeDays} onLeadTime={setLeadTimeDays} />
        <Verdict leadTimeDays={leadTimeDays} />
        <Features />
        <Screenshots />
        <HowItWorks />
        <Pricing />
      </main>
      <LandingFooter />
    </>
  )
}

/** Sums up the chart above in one sentence, for the chosen lead time. */
function Verdict({ leadTimeDays }: { leadTimeDays: number }) {
  const wait = daysUntilOrder(leadTimeDays)
  const when = wait === 0 ? 'today' : `by ${formatDay(addDays(sample.today, wait))}`
  return (
    <section className={classes.verdict} aria-label="In one line">
      <p>
        In {futuresBeforeArrival(leadTimeDays)} of {FUTURES} futures it runs out before a new order could
        arrive.{' '}
        <span>
          So we don’t send you a chart. We send one line:{' '}
          <em>
            order {orderQuantity(leadTimeDays)} {when}.
          </em>
        </span>
      </p>
    </section>
  )
}

const steps = [
  {
    title: 'Connect your Shopify store',
    text: 'Type its name and approve. We read products, stock and orders. No buyer data is kept.',
  },
  {
    title: 'See your first list',
    text: 'Sales history turns into a forecast for every product while you watch. There is nothing to set up first.',
  },
  {
    title: 'Order by the date we name',
    text: 'Each product has a quantity and a date. After that, you hear nothing until something changes.',
  },
] as const

function HowItWorks() {
  return (
    <section id="how" className={`${classes.wide} ${classes.how}`} aria-labelledby="how-title">
      <h2 id="how-title" className={classes.display}>
        From connected to your first list in minutes
      </h2>
      <ol>
        {steps.map((step, index) => (
          <li key={step.title}>
            <b aria-hidden="true">{index + 1}</b>
            <div>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
