import { Loader } from '@mantine/core'
import classes from './pending-screen.module.css'

export function PendingScreen() {
  return (
    <div className={classes.pending} role="status" aria-label="Loading">
      <Loader size="sm" aria-hidden />
    </div>
  )
}
