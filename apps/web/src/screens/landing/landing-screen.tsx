import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import classes from './landing.module.css'
import { LandingFooter, LandingHeader } from './landing-chrome.tsx'
import { Pricing } from './pricing.tsx'
import { FUTURES, futuresBeforeArrival, orderQuantity } from './sample-store.ts'

/** L-01 to L-03 */
export function LandingScreen() {
  return (
    <>
      <title>Know what will run out, and when to order · Stockcast</title>
      <LandingHeader />
      <main id="main" tabIndex={-1}>
        <Hero />
        <section className={classes.verdict} aria-label="In one line">
          <p>
            In {futuresBeforeArrival} of {FUTURES} futures it runs out before a new order could arrive.{' '}
            <span>
              So we don’t send you a chart. We send one line: <em>order {orderQuantity} today.</em>
            </span>
          </p>
        </section>
        <Features />
        <HowItWorks />
        <Pricing />
      </main>
      <LandingFooter />
    </>
  )
}
