import { useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { sharedTexts } from '../../ui/messages/shared-texts.ts'
import { FirstResults } from './first-results.tsx'
import { OnboardingLayout } from './onboarding-layout.tsx'
import { SyncState } from './sync-progress.tsx'

/** Shows the first sync on a screen of its own (S-07). */
export function FirstSyncScreen() {
  const { merchant } = useSession()
  return (
    <OnboardingLayout
      step="Store"
      title="Reading your store"
      intro={
        merchant.shopDomain === null
          ? sharedTexts.importGoesOn
          : `${merchant.shopDomain} is connected. ${sharedTexts.importGoesOn}`
      }
      aside={<FirstResults />}
    >
      <SyncState />
      <ButtonLink variant="filled" size="md" fullWidth mt={28} to="/dashboard">
        Go to Dashboard
      </ButtonLink>
    </OnboardingLayout>
  )
}
