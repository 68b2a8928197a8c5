import { Skeleton } from '@mantine/core'
import type { Attention } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dashboardQuery } from '../../api/queries.ts'
import { Runway } from '../../charts/runway/runway.tsx'
import { HatchPattern } from '../../charts/shared/hatch.tsx'
import { recommendationWords } from '../../ui/messages/stock-words.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import classes from './first-results.module.css'

const SHOWN = 4

/** Lists the first products with a forecast while the others are still being calculated. */
export function FirstResults() {
  const { data } = useQuery(dashboardQuery())
  const first = data?.attention.slice(0, SHOWN) ?? []
  return (
    <section aria-label="First results">
      <HatchPattern />
      <SectionHeader title="First results" note="Early numbers. Ranges narrow as older orders come in." />
      <ul className={classes.results}>
        {data !== undefined &&
          first.map((product) => <Result key={product.variantId} product={product} today={data.today} />)}
        {first.length === 0 && (
          <li className={classes.placeholder}>They appear here as soon as the first forecasts are ready.</li>
        )}
      </ul>
      {first.length < SHOWN && (
        <div aria-hidden="true">
          <Skeleton h={14} w="42%" mt="md" animate={false} />
          <Skeleton h={26} mt="sm" animate={false} />
        </div>
      )}
    </section>
  )
}

function Result({ product, today }: { product: Attention; today: string }) {
  const recommendation = recommendationWords(product.recommendation, today)
  return (
    <li className={classes.result}>
      <div className={classes.head}>
        <Link to="/products/$variantId" params={{ variantId: String(product.variantId) }}>
          {product.title}
        </Link>
        {recommendation !== null && <span data-tone={recommendation.tone}>{recommendation.text}</span>}
      </div>
      <Runway
        today={today}
        futures={product.futures}
        available={product.currentStock ?? 0}
        leadTimeDays={product.leadTimeDays}
        incoming={product.incomingOrders}
      />
    </li>
  )
}
