import { useState } from 'react'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LandingFooter, LandingHeader } from './landing-chrome.tsx'
import { Pricing } from './pricing.tsx'
import { sample } from './sample-store.ts'
import { Screenshots } from './screenshots.tsx'
import { Verdict } from './verdict.tsx'

/** L-01 to L-03 */
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
