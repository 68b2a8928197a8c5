import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { SAMPLE_PRODUCTS } from '@stockcast/contract'
import { IconFlask } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useSession } from '../../session/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { SampleShopButton } from './sample-shop-button.tsx'

const KeepAccountDialog = lazy(async () => ({
  default: (await import('./keep-account-dialog.tsx')).KeepAccountDialog,
}))

/** Says that sample data is shown, and leads to a real store (D-03), or from the three products to the larger shop. */
export default function DemoBanner({ products }: { products: number | undefined }) {
  const { isDemoUser } = useSession().merchant
  return (
    <Banner
      title="Demo data"
      icon={<IconFlask size={18} stroke={1.75} aria-hidden />}
      action={
        <>
          {products === SAMPLE_PRODUCTS.length && <SampleShopButton />}
          {isDemoUser && <KeepAccount />}
          <ButtonLink size="xs" to="/connect-shopify">
            Connect Real Store
          </ButtonLink>
        </>
      }
    >
      {isDemoUser
        ? 'Sample products, gone when you sign out unless you keep this account.'
        : 'You are looking at sample products.'}
    </Banner>
  )
}

function KeepAccount() {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button size="xs" onClick={open}>
        Keep this account
      </Button>
      <Suspense>
        <KeepAccountDialog isOpen={isOpen} onClose={close} />
      </Suspense>
    </>
  )
}
