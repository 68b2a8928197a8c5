import { Anchor, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { useSession } from '../../../session/use-session.ts'
import { stepBeforeSync } from '../../../ui/messages/connection-words.ts'
import { productTexts } from '../../../ui/messages/product-texts.ts'
import type { useStoreSync } from './use-store-sync.ts'

/**
 * Starts a sync (T-05). Without a store, or without access to it, the button says why and names the next
 * step.
 */
export function SyncButton({ sync }: { sync: ReturnType<typeof useStoreSync> }) {
  const step = stepBeforeSync(useSession())
  const reasonId = useId()
  return (
    <>
      <WriteButton
        leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
        loading={sync.isRunning && step === null}
        disabled={step !== null}
        aria-describedby={step ? reasonId : undefined}
        onClick={sync.start}
      >
        {productTexts.sync}
      </WriteButton>
      {step && (
        <Text id={reasonId} size="sm" c="dimmed" style={{ alignSelf: 'center' }}>
          {step.reason}{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link to="/connect-shopify" search={step.search} {...props} />}
          >
            {step.action}
          </Anchor>
        </Text>
      )}
    </>
  )
}
