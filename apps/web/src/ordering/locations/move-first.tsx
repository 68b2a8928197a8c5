import type { OrderList } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../ui/format/numbers.ts'
import { suggestionsQuery } from './location-queries.ts'
import classes from './location-switch.module.css'
import type { Location } from './use-location.ts'

/** Says above what to order that stock can be moved instead, and what the choice of a location means there. */
export function MoveFirst({
  location,
  quantitiesFor,
}: {
  location: Location | undefined
  quantitiesFor: OrderList['quantitiesFor'] | undefined
}) {
  const { data } = useQuery(suggestionsQuery(location?.id))
  const about = location && quantitiesFor && (
    <>
      {aboutWords(location, quantitiesFor)} Drafts are delivered to {location.name}.{' '}
    </>
  )
  const isMovable = data !== undefined && data.total > 0
  if (!isMovable && !about) return null
  return (
    <p className={classes.note}>
      {about}
      {isMovable && (
        <>
          <b>Move before you buy:</b> {formatCount(data.units, 'unit')} can be moved to where stock is short.{' '}
          <Link to="/order/transfers">See transfers</Link>
        </>
      )}
    </p>
  )
}

function aboutWords({ name }: Location, quantitiesFor: OrderList['quantitiesFor']): string {
  switch (quantitiesFor) {
    case 'location':
      return `What ${name} needs once suggested transfers are made.`
    case 'warehouse':
      return `${name} keeps stock for your other locations, so quantities are for the whole shop.`
    case 'shop':
      return 'Quantities are for the whole shop, because no sale is known by location yet.'
  }
}
