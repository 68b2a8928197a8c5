import { ActionIcon, Group } from '@mantine/core'
import type { PurchaseOrderLine } from '@stockcast/contract'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { formatUnits } from '../../../ui/format/numbers.ts'
import type { Count } from './counts.ts'
import classes from './receive.module.css'

interface ReceiveLineProps {
  line: PurchaseOrderLine
  count: Count
  isLast: boolean
  onChange: (change: Partial<Count>) => void
}

/** Counts what came of one product, in large targets for a thumb. */
export function ReceiveLine({ line, count, isLast, onChange }: ReceiveLineProps) {
  const { title, sku, remaining } = line
  const total = count.accepted + count.rejected
  return (
    <li
      className={classes.line}
      data-last={isLast || undefined}
      data-done={(total > 0 && total === remaining) || undefined}
    >
      <div className={classes.product}>
        <b>{title}</b>
        <span className="quiet">
          {sku !== null && `${sku}. `}
          {remaining === 0 ? 'Nothing more to come.' : `${formatUnits(remaining)} to come.`}
          {total > remaining && ` ${formatUnits(total - remaining)} more than expected.`}
        </span>
      </div>
      <div className={classes.counter}>
        <ActionIcon
          size={44}
          variant="default"
          aria-label={`One less of ${title}`}
          disabled={count.accepted === 0}
          onClick={() => onChange({ accepted: count.accepted - 1 })}
        >
          <IconMinus size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
        <Units
          label={`Accepted units of ${title}`}
          value={count.accepted}
          onChange={(accepted) => onChange({ accepted })}
        />
        <ActionIcon
          size={44}
          variant="default"
          aria-label={`One more of ${title}`}
          onClick={() => onChange({ accepted: count.accepted + 1 })}
        >
          <IconPlus size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <Group gap={16} wrap="nowrap" justify="space-between">
        <button
          type="button"
          className={classes.all}
          disabled={remaining === 0 || count.accepted === remaining}
          onClick={() => onChange({ accepted: Math.max(0, remaining - count.rejected) })}
        >
          {`All ${formatUnits(remaining)}`}
          <span className="spoken"> of {title}</span>
        </button>
        <div className={classes.rejected}>
          <span aria-hidden="true">Rejected</span>
          <Units
            label={`Rejected units of ${title}`}
            value={count.rejected}
            onChange={(rejected) => onChange({ rejected })}
          />
        </div>
      </Group>
    </li>
  )
}

function Units({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (units: number) => void
}) {
  return (
    <input
      className={classes.units}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      maxLength={7}
      aria-label={label}
      value={value === 0 ? '' : String(value)}
      placeholder="0"
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = event.currentTarget.value.trim()
        if (/^\d*$/.test(text)) onChange(Number(text))
      }}
    />
  )
}
