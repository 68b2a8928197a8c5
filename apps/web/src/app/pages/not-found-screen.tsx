import { Link } from '@tanstack/react-router'
import classes from '../../ui/pages/plain-page.module.css'
import { PlainPage } from '../../ui/pages/plain-page.tsx'

/** Shows the 404 page. */
export function NotFoundScreen() {
  return (
    <PlainPage title="Page not found">
      <h1 className={classes.code} tabIndex={-1} data-page-title>
        404
      </h1>
      <p className={classes.text}>Oops! Page not found</p>
      <Link to="/" className="textLink">
        Return to Home
      </Link>
    </PlainPage>
  )
}
