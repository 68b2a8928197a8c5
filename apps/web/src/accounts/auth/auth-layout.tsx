import { Box, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand } from '../../ui/mark.tsx'
import PageLinks from '../../ui/page-links.tsx'
import { FUTURES, futuresBeforeArrival, sample } from '../landing/sample-store.ts'
import { StockFan } from '../landing/stock-fan.tsx'
import classes from './auth.module.css'

interface AuthLayoutProps {
  title: string
  /** The title, unless it says more; empty while it is not known yet. */
  heading?: string
  /** Label of a link to sign-in. */
  toSignIn?: string | false
  children?: ReactNode
}

/** Lays out the form on the left and, on the right, one picture of what the account is for. */
export function AuthLayout({ title, heading = title, toSignIn, children }: AuthLayoutProps) {
  return (
    <div className={classes.page}>
      <title>{`${title} · Stockcast`}</title>
      <div className={classes.left}>
        <header className={classes.header}>
          <Brand to="/" />
        </header>
        <main id="main" tabIndex={-1} className={classes.main}>
          {heading !== '' && (
            <Title order={1} tabIndex={-1} data-page-title className={classes.title}>
              {heading}
            </Title>
          )}
          {children}
          {toSignIn && (
            <p className="muted" style={{ marginTop: 18 }}>
              <Link to="/auth" className={classes.link}>
                {toSignIn}
              </Link>
            </p>
          )}
        </main>
        <footer className={classes.footer}>
          <PageLinks />
        </footer>
      </div>
      <aside className={classes.right} aria-label="Example">
        <Box w="100%">
          <StockFan height={300} leadTimeDays={sample.leadTimeDays} />
        </Box>
        <p className={classes.sentence}>
          In {futuresBeforeArrival(sample.leadTimeDays)} of {FUTURES} futures it runs out before a new order
          could arrive. <span>Sample store.</span>
        </p>
      </aside>
    </div>
  )
}
