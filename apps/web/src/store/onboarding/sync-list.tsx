import { Box, Loader, Progress } from '@mantine/core'
import type { SyncRun } from '@stockcast/contract'
import { IconAlertCircle, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useReadOnly } from '../../session/use-read-only.ts'
import { useSession } from '../../session/use-session.ts'
import { formatShare } from '../../ui/format/numbers.ts'
import { shortHistoryWords } from '../../ui/messages/connection-words.ts'
import { syncTrouble } from '../../ui/messages/sync-words.ts'
import { ErrorState } from '../../ui/states.tsx'
import { useRequestSync } from '../connection/use-request-sync.ts'
import classes from './sync.module.css'
import { type SyncStep, syncSteps } from './sync-steps.ts'

/** Lists what was imported so far, phase by phase (S-07). */
export function SyncList({ run }: { run: SyncRun }) {
  const shortHistory = shortHistoryWords(useSession().orderHistoryDays)
  const trouble = syncTrouble(run)
  return (
    <>
      <ol className={classes.steps} aria-label="Progress">
        {syncSteps(run).map((step) => (
          <StepRow key={step.name} step={step} />
        ))}
      </ol>
      <p className="spoken" role="status">
        {spoken(run)}
      </p>
      {trouble?.isOver === false && <p className={classes.note}>{trouble.sentence}</p>}
      {shortHistory !== null && <p className={classes.note}>{shortHistory}</p>}
      {trouble?.isOver && <FailedRun sentence={trouble.sentence} />}
    </>
  )
}

/** Returns the announcement of whole steps only: counts change too often to be read aloud. */
function spoken(run: SyncRun): string {
  const running = syncSteps(run).find(({ state }) => state === 'running')
  if (run.status === 'succeeded') return 'Your store has been read.'
  return running === undefined ? '' : `${running.name} in progress.`
}

const icons = {
  waiting: <IconCircle size={18} stroke={1.5} color="var(--stk-line-2)" role="img" aria-label="Waiting" />,
  running: <Loader size={16} role="img" aria-label="In progress" />,
  done: <IconCircleCheckFilled size={18} color="var(--stk-accent)" role="img" aria-label="Done" />,
  failed: (
    <IconAlertCircle
      size={18}
      stroke={1.75}
      color="var(--stk-critical-fill)"
      role="img"
      aria-label="Failed"
    />
  ),
} as const

function StepRow({ step }: { step: SyncStep }) {
  return (
    <li className={classes.step} data-state={step.state}>
      <span className={classes.icon}>{icons[step.state]}</span>
      <div className={classes.stepText}>
        <b>{step.name}</b>
        <span>{step.detail}</span>
      </div>
      <Box component="span" fw={500} className="small">
        {step.state === 'done' ? 'Done' : step.share === null ? '' : formatShare(step.share)}
      </Box>
      {step.share !== null && (
        <Progress
          className={classes.bar}
          value={Math.round(step.share * 100)}
          size={4}
          aria-label={step.name}
          color="var(--stk-accent)"
        />
      )}
    </li>
  )
}

function FailedRun({ sentence }: { sentence: string }) {
  const { request, isPending } = useRequestSync()
  const readOnly = useReadOnly()
  return (
    <Box mt={16}>
      <ErrorState
        title="The import stopped"
        message={readOnly ?? sentence}
        retry={readOnly === null && { refetch: request, isFetching: isPending }}
      />
    </Box>
  )
}
