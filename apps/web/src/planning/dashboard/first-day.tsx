import { Title } from '@mantine/core'
import { SHOP_DOMAIN_SUFFIX } from '@stockcast/contract'
import type { ReactNode } from 'react'
import { SampleShopButton } from '../../accounts/demo/sample-shop-button.tsx'
import { useLoadDemo } from '../../accounts/demo/use-load-demo.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useSession } from '../../session/use-session.ts'
import { ConnectStore } from '../../store/connection/connect-store.tsx'
import { useConnectShop } from '../../store/connection/use-connect-shop.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { productTexts } from '../../ui/messages/product-texts.ts'
import classes from './first-day.module.css'

/** Leads the dashboard until there is a store, with the other ways to see what the product does (S-01). */
export default function FirstDay() {
  const { merchant, sandboxShop } = useSession()
  return (
    <section aria-labelledby="first-day" className={classes.panel}>
      <div className={classes.lead}>
        <Title order={2} id="first-day" className={classes.title}>
          Connect your store
        </Title>
        <p className={classes.text}>
          Stockcast reads your products, stock and orders, then tells you what will run out and what to order.
          Your first list is ready in a few minutes.
        </p>
        <ConnectStore size="md" />
      </div>
      <ul className={classes.ways} aria-label="Start without your store">
        {sandboxShop !== null && !merchant.isDemoUser && <SandboxStore name={sandboxShop} />}
        <Way name="Files" note="Products, stock and sales as CSV or Excel, from any shop system.">
          <ButtonLink size="xs" to="/import">
            Import a file
          </ButtonLink>
        </Way>
        <DemoData />
        <Way name="Sample shop" note="Sixty products with 22 months of sales, suppliers and orders.">
          <SampleShopButton />
        </Way>
      </ul>
    </section>
  )
}

function SandboxStore({ name }: { name: string }) {
  const connect = useConnectShop()
  return (
    <Way name="Sandbox store" note="A made-up shop with a full catalogue, stock and orders.">
      <WriteButton
        least="owner"
        size="xs"
        loading={connect.isPending}
        onClick={() => connect.mutate({ shop: `${name}${SHOP_DOMAIN_SUFFIX}` })}
      >
        Try the sandbox store
      </WriteButton>
    </Way>
  )
}

function DemoData() {
  const demo = useLoadDemo()
  return (
    <Way
      name="Demo data"
      note="Three sample products with 30 days of sales. Your own data takes their place."
    >
      <WriteButton least="owner" size="xs" loading={demo.isPending} onClick={() => demo.mutate()}>
        {productTexts.loadDemo}
      </WriteButton>
    </Way>
  )
}

function Way({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <li className={classes.way}>
      <div className={classes.wayText}>
        <b>{name}</b>
        <span>{note}</span>
      </div>
      {children}
    </li>
  )
}
