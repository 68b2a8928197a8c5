import { Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Banner } from '../theme/banner.tsx'
import { useBanner } from './shell/pick-banner.ts'

/** D-03: what is shown is a sample, and the way to the real thing. */
export function DemoBanner() {
  if (useBanner() !== 'demo') return null
  return (
    <Banner
      title="Demo data"
      icon={<IconFlask size={18} stroke={1.75} aria-hidden />}
      action={
        <Button size="xs" renderRoot={(props) => <Link to="/connect-shopify" {...props} />}>
          Connect Real Store
        </Button>
      }
    >
      You are looking at sample products.
    </Banner>
  )
}
