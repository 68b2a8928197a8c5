import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFlask } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../../session/use-session.ts'
import { Banner } from '../../ui/banner.tsx'

const KeepAccountDialog = lazy(async () => ({
  default: (await import('./keep-account-dialog.tsx')).KeepAccountDialog,
}))

/** Says that sample data is shown, and leads to a real store (D-03). */
export default function DemoBanner() {
  const { isDemoUser } = useSession().merchant
  return (
    <Banner
      title="Demo data"
      icon={<IconFlask size={18} stroke={1.75} aria-hidden />}
      action={
        <>
          {isDemoUser && <KeepAccount />}
          <Button size="xs" renderRoot={(props) => <Link to="/connect-shopify" {...props} />}>
            Connect Real Store
          </Button>
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
