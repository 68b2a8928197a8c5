import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../session/use-session.ts'
import { sharedTexts } from '../../ui/messages/shared-texts.ts'
import { FirstResults } from './first-results.tsx'
import { OnboardingLayout } from './onboarding-layout.tsx'
import classes from './sync.module.css'
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
      <Button
        variant="filled"
        size="md"
        fullWidth
        className={classes.next}
        renderRoot={(props) => <Link to="/dashboard" {...props} />}
      >
        Go to Dashboard
      </Button>
    </OnboardingLayout>
  )
}
