import { IconPlugConnectedX } from '@tabler/icons-react'
import { useBanner } from '../../accounts/billing/pick-banner.ts'
import { useSession } from '../../session/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { lostConnectionWords, lostStoreStep } from '../../ui/messages/connection-words.ts'

/** Says that the store withdrew access or removed the app, which data remains, and how to reconnect. */
export function ConnectionBanner() {
  const session = useSession()
  if (useBanner() !== 'connection') return null
  const step = lostStoreStep(session)
  if (step === null) return null
  const isRemoved = session.connection?.status === 'disconnected'
  return (
    <Banner
      tone="warning"
      icon={<IconPlugConnectedX size={18} stroke={1.75} aria-hidden />}
      title={isRemoved ? 'Store disconnected' : 'Reconnect your store'}
      action={
        <ButtonLink size="xs" to="/connect-shopify" search={step.search}>
          {step.action}
        </ButtonLink>
      }
    >
      {lostConnectionWords(session)}
    </Banner>
  )
}
