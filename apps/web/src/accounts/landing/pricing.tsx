import { PRO_PRICE_CENTS, PRO_PRICE_CURRENCY, TRIAL_DAYS } from '@stockcast/contract'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatPrice } from '../../ui/format/numbers.ts'
import landing from './landing.module.css'
import { signUpSearch } from './landing-chrome.tsx'
import classes from './pricing.module.css'

/** Shows both plans (L-02). */
export function Pricing() {
  return (
    <section id="pricing" className={`${landing.wide} ${classes.pricing}`} aria-labelledby="pricing-title">
      <div>
        <h2 id="pricing-title" className={landing.display}>
          One price.
          <br />
          All products.
        </h2>
        <p>No order tiers, no product tiers, no revenue tiers.</p>
      </div>
      <div className={classes.plans}>
        <Plan
          name="Free Trial"
          price="$0"
          per={`for ${TRIAL_DAYS} days`}
          action="Start Free Trial"
          points={['Unlimited products', 'AI forecasts', 'Chat and email alerts', 'No credit card required']}
        />
        <Plan
          name="Pro Plan"
          tag={<span className={classes.tag}>Most Popular</span>}
          price={formatPrice(PRO_PRICE_CENTS, PRO_PRICE_CURRENCY)}
          per="per month, billed monthly"
          action="Start Now"
          isMain
          points={[
            'Everything in the trial, with no end date',
            'Alerts by chat, email or SMS',
            'Unlimited products, locations and orders',
            'Cancel anytime',
          ]}
        />
      </div>
    </section>
  )
}

interface PlanProps {
  name: string
  tag?: ReactNode
  price: string
  per: string
  action: string
  points: readonly string[]
  isMain?: boolean
}

function Plan({ name, tag, price, per, action, points, isMain = false }: PlanProps) {
  return (
    <article className={classes.plan}>
      <h3>
        {name} {tag}
      </h3>
      <p className={classes.amount}>
        {price} <small>{per}</small>
      </p>
      <ButtonLink
        variant={isMain ? 'filled' : 'default'}
        size="md"
        fullWidth
        to="/auth"
        search={signUpSearch}
      >
        {action}
      </ButtonLink>
      <ul>
        {points.map((point) => (
          <li key={point}>
            <IconCheck size={16} stroke={1.75} aria-hidden />
            {point}
          </li>
        ))}
      </ul>
    </article>
  )
}
