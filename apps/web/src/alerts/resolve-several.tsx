import { Checkbox } from '@mantine/core'
import type { Alert } from '@stockcast/contract'
import { WriteButton } from '../session/read-only/write-button.tsx'
import { useReadOnly } from '../session/use-read-only.ts'
import { formatCount } from '../ui/format/numbers.ts'
import classes from './alerts.module.css'
import { useResolveAlerts } from './use-resolve-alert.ts'

export interface Ticks {
  /** Ids of alerts; alerts that are no longer shown or have been resolved since are ignored. */
  ticked: ReadonlySet<number>
  onTick: (ticked: ReadonlySet<number>) => void
}

/** Ticks all open alerts of the page, and resolves the ticked ones together. */
export function ResolveSeveral({ open, ticked, onTick }: Ticks & { open: readonly Alert[] }) {
  const resolve = useResolveAlerts(() => onTick(new Set()))
  const chosen = open.filter(({ id }) => ticked.has(id))
  const count = formatCount(chosen.length, 'alert')
  return (
    <div className={classes.several}>
      <TickAlerts
        alerts={open}
        ticked={ticked}
        onTick={onTick}
        label={chosen.length === 0 ? `Select all ${open.length} open alerts shown` : `${count} selected`}
      />
      {chosen.length > 0 && (
        <WriteButton
          size="xs"
          loading={resolve.isPending}
          onClick={() => resolve.mutate(chosen.map(({ id }) => id))}
        >
          {`Resolve ${count}`}
        </WriteButton>
      )}
    </div>
  )
}

interface TickAlertsProps extends Ticks {
  /** At least one, all open. */
  alerts: readonly Alert[]
  label?: string
  spokenLabel?: string
}

/** Ticks these alerts together. */
export function TickAlerts({ alerts, ticked, onTick, label, spokenLabel }: TickAlertsProps) {
  const isReadOnly = useReadOnly() !== null
  const chosen = alerts.filter(({ id }) => ticked.has(id)).length
  const isAll = chosen === alerts.length
  return (
    <Checkbox
      size="sm"
      label={label}
      aria-label={spokenLabel}
      checked={isAll}
      disabled={isReadOnly}
      indeterminate={chosen > 0 && !isAll}
      onChange={() => {
        const next = new Set(ticked)
        for (const { id } of alerts) {
          if (isAll) next.delete(id)
          else next.add(id)
        }
        onTick(next)
      }}
    />
  )
}
