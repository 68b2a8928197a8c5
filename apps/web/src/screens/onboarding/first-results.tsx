import { Skeleton } from '@mantine/core'
import type { Attention } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dashboardQuery } from '../../api/queries.ts'
import { formatUnits } from '../../format/numbers.ts'
import { needText, outlookText } from '../../messages/outlook-texts.ts'
import { SectionHeader } from '../../theme/page-header.tsx'
import classes from './sync.module.css'

const SHOWN = 4

/** The first products with a forecast, while the others are still being worked out. */
export function FirstResults() {
  const { data } = useQuery(dashboardQuery())
  const first = data?.attention.slice(0, SHOWN) ?? []
  return (
    <section aria-label="First results">
      <SectionHeader title="First results" note="Early numbers. Ranges narrow as older orders come in." />
      <ul className={classes.results}>
        {first.map((product) => (
          <Result key={product.variantId} product={product} />
        ))}
        {first.length === 0 && (
          <li className={classes.placeholder}>
            They appear here as soon as the first products are worked out.
          </li>
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

function Result({ product }: { product: Attention }) {
  const need = needText(product.need)
  return (
    <li className={classes.result}>
      <div className={classes.resultHead}>
        <Link to="/products/$variantId" params={{ variantId: String(product.variantId) }}>
          {product.title}
        </Link>
        {need !== null && <span data-tone={need.tone}>{need.text}</span>}
      </div>
      <p>
        {product.currentStock === null ? '' : `${formatUnits(product.currentStock)} in stock. `}
        {outlookText(product.outlook)}
      </p>
    </li>
  )
}
