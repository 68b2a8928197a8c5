import { Loader } from '@mantine/core'
import { reloadPage } from '../../ui/browser/reload-page.ts'
import classes from './pending-screen.module.css'

export function PendingScreen() {
  return (
    <div className={classes.pending} role="status" aria-label="Loading">
      <Loader size="sm" aria-hidden />
      <p>
        Stockcast has not answered yet.{' '}
        <button type="button" className="textLink" onClick={reloadPage}>
          Reload the page
        </button>
      </p>
    </div>
  )
}
