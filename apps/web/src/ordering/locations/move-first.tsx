import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../ui/format/numbers.ts'
import { suggestionsQuery } from './location-queries.ts'
import classes from './location-switch.module.css'
import type { Location } from './use-location.ts'

/** Says above what to order that stock can be moved instead, and what the choice of a location means there. */
export function MoveFirst({ location }: { location: Location | undefined }) {
  const { data } = useQuery(suggestionsQuery(location?.id))
  const about = location && (
    <>
      Products kept at {location.name}. Quantities are for the whole shop, and drafts are delivered to{' '}
      {location.name}.{' '}
    </>
  )
  const isMovable = data !== undefined && data.total > 0
  if (!isMovable && !about) return null
  return (
    <p className={classes.note}>
      {about}
      {isMovable && (
        <>
          <b>Move before you buy:</b> {formatCount(data.units, 'unit')} of stock can go where they are
          missing. <Link to="/order/transfers">See transfers</Link>
        </>
      )}
    </p>
  )
}
