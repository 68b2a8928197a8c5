import { Link, useNavigate } from '@tanstack/react-router'
import { useLoadDemo } from '../../accounts/demo/use-load-demo.ts'
import { useSampleShop } from '../../accounts/demo/use-sample-shop.ts'
import { useReadOnly } from '../../session/use-read-only.ts'
import { useSession } from '../../session/use-session.ts'
import classes from './onboarding.module.css'

/** Offers ways to begin without Shopify: files, or the sample store. */
export function OtherWays() {
  const { merchant, connection } = useSession()
  const isReadOnly = useReadOnly('owner') !== null
  const navigate = useNavigate()
  const demo = useLoadDemo(() => void navigate({ to: '/dashboard' }))
  const shop = useSampleShop()
  if (connection !== null) return null
  return (
    <>
      <p className={classes.otherWay}>
        No Shopify? <Link to="/import">Import a file</Link>
      </p>
      {merchant.shopDomain === null && !isReadOnly && (
        <p className={classes.otherWay}>
          <button
            type="button"
            className={classes.tryShop}
            disabled={demo.isPending}
            onClick={() => demo.mutate()}
          >
            {demo.isPending ? 'Loading Demo Data …' : 'Load Demo Data'}
          </button>{' '}
          (3 products) or{' '}
          <button
            type="button"
            className={classes.tryShop}
            disabled={shop.isPending}
            onClick={() => shop.mutate()}
          >
            {shop.isPending ? 'Opening the sample shop …' : 'Explore a sample shop'}
          </button>{' '}
          (60 products)
        </p>
      )}
    </>
  )
}
