import type { ReactNode } from 'react'
import { Brand } from '../../ui/mark.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import { FUTURES, futuresBeforeArrival, sample } from '../landing/sample-store.ts'
import { StockFan } from '../landing/stock-fan.tsx'
import classes from './auth.module.css'

/** Lays out the form on the left and, on the right, one picture of what the account is for. */
export function AuthLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <title>{`${title} · Stockcast`}</title>
      <div className={classes.left}>
        <header className={classes.header}>
          <Brand to="/" />
        </header>
        <main id="main" tabIndex={-1} className={classes.main}>
          {children}
        </main>
        <footer className={classes.footer}>
          <PageLinks />
        </footer>
      </div>
      <aside className={classes.right} aria-label="Example">
        <div className={classes.picture}>
          <StockFan height={300} leadTimeDays={sample.leadTimeDays} />
        </div>
        <p className={classes.sentence}>
          In {futuresBeforeArrival(sample.leadTimeDays)} of {FUTURES} futures it runs out before a new order
          could arrive. <span>Sample store.</span>
        </p>
      </aside>
    </div>
  )
}
