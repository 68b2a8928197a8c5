import { Modal } from '@mantine/core'
import type { SnoozeList as Answer } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { snoozesQuery } from '../../api/queries.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useSession } from '../../session/use-session.ts'
import { actionTexts, endLabel, snoozeWords } from '../../ui/messages/action-texts.ts'
import { ProductName } from '../../ui/product-name.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import classes from './actions.module.css'
import { useSnooze } from './use-snooze.ts'

/** Lists every product that raises no alerts now, with a button to resume them. */
export function SnoozeDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={actionTexts.snoozed} size="lg">
      <SnoozeList />
    </Modal>
  )
}

function SnoozeList() {
  const { data, error, refetch, isFetching } = useQuery(snoozesQuery())
  if (error && !data) {
    return <ErrorState {...getOrderingFailure('load_snoozes', error)} retry={{ refetch, isFetching }} />
  }
  if (data?.snoozes.length === 0) return <p className="quiet">{actionTexts.noneSnoozed}</p>
  return (
    <ul className={classes.notes}>
      {data?.snoozes.map((snooze) => (
        <SnoozedProduct key={snooze.variantId} snooze={snooze} />
      ))}
    </ul>
  )
}

function SnoozedProduct({ snooze }: { snooze: Answer['snoozes'][number] }) {
  const { timeZone } = useSession().merchant
  const { end, isEnding } = useSnooze(snooze)
  return (
    <li>
      <div>
        <ProductName {...snooze} />
        <p className="quiet">
          {snooze.sku !== null && `${snooze.sku}. `}
          {snoozeWords(snooze, timeZone)}.
        </p>
      </div>
      <WriteButton
        size="xs"
        loading={isEnding}
        onClick={() => end(snooze)}
        aria-label={`${endLabel(snooze)}: ${snooze.title}`}
      >
        {endLabel(snooze)}
      </WriteButton>
    </li>
  )
}
