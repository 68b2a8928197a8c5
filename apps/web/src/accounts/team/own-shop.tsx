import { Button } from '@mantine/core'
import { TRIAL_DAYS } from '@stockcast/contract'
import { useSession } from '../../session/use-session.ts'
import classes from '../../ui/settings/settings.module.css'
import { useOpenShop } from './use-open-shop.ts'

/** Lets somebody who belongs to shops of others alone open one of their own. */
export function OwnShop() {
  const { homeId, isMemberOnly } = useSession().user
  const open = useOpenShop()
  if (!isMemberOnly) return null
  return (
    <div className={classes.foot}>
      <p className={classes.footNote}>You can also run a shop of your own, with a {TRIAL_DAYS}-day trial.</p>
      <Button onClick={() => open.mutate(homeId)} loading={open.isPending}>
        Open my own shop
      </Button>
    </div>
  )
}
