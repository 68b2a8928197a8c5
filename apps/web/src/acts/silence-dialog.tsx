import { Modal } from '@mantine/core'
import type { SilenceList as Answer } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { silencesQuery } from '../api/queries.ts'
import { WriteButton } from '../app/read-only/write-button.tsx'
import { actTexts, endLabel, silenceWords } from '../messages/act-texts.ts'
import { failureOf } from '../messages/error-messages.ts'
import { useSession } from '../session/use-session.ts'
import { ErrorState } from '../ui/states.tsx'
import classes from './acts.module.css'
import { useSilence } from './use-silence.ts'

/** Lists every product that raises no alerts now, with a button to resume them. */
export function SilenceDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={actTexts.silenced} size="lg">
      <SilenceList />
    </Modal>
  )
}

function SilenceList() {
  const { data, error, refetch, isFetching } = useQuery(silencesQuery())
  if (error && !data) {
    return (
      <ErrorState
        {...failureOf('load_silences', error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (data?.silences.length === 0) return <p className={classes.quiet}>{actTexts.noneSilenced}</p>
  return (
    <ul className={classes.notes}>
      {data?.silences.map((silence) => (
        <SilencedProduct key={silence.variantId} silence={silence} />
      ))}
    </ul>
  )
}

function SilencedProduct({ silence }: { silence: Answer['silences'][number] }) {
  const { timeZone } = useSession().merchant
  const { end, isEnding } = useSilence(silence)
  return (
    <li>
      <div>
        <Link
          to="/products/$variantId"
          params={{ variantId: String(silence.variantId) }}
          className={classes.name}
        >
          {silence.title}
        </Link>
        <p className={classes.quiet}>
          {silence.sku !== null && `${silence.sku}. `}
          {silenceWords(silence, timeZone)}.
        </p>
      </div>
      <WriteButton
        size="xs"
        loading={isEnding}
        onClick={() => end(silence)}
        aria-label={`${endLabel(silence)}: ${silence.title}`}
      >
        {endLabel(silence)}
      </WriteButton>
    </li>
  )
}
