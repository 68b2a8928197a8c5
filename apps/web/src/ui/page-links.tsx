import { Link } from '@tanstack/react-router'
import classes from './page-links.module.css'

/** Links to the pages that need no session. */
export default function PageLinks() {
  return (
    <nav aria-label="About Stockcast" className={classes.links}>
      <Link to="/help">Help</Link>
      <Link to="/contact">Contact</Link>
      <Link to="/terms">Terms</Link>
      <Link to="/privacy">Privacy</Link>
    </nav>
  )
}
