import { Link } from '@tanstack/react-router'
import classes from './mark.module.css'

/** Draws the logo: a bar for the past, then dots that fan out for the futures. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" className={classes.mark}>
      <path d="M1.6 12h6" stroke="var(--stk-ink)" strokeWidth="3.2" strokeLinecap="round" />
      <g fill="var(--stk-accent)">
        <circle cx="12.4" cy="12" r="2.1" />
        <circle cx="17" cy="8.9" r="2.1" />
        <circle cx="17" cy="15.1" r="2.1" />
        <circle cx="21.6" cy="5.8" r="2.1" />
        <circle cx="21.6" cy="12" r="2.1" />
        <circle cx="21.6" cy="18.2" r="2.1" />
      </g>
    </svg>
  )
}

export function Brand({ to, isLarge = false }: { to: '/' | '/dashboard'; isLarge?: boolean }) {
  return (
    <Link to={to} className={classes.brand} data-large={isLarge || undefined} aria-label="Stockcast">
      <Mark />
      <span>Stockcast</span>
    </Link>
  )
}
