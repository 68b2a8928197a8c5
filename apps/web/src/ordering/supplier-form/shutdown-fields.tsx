import { ActionIcon, Button, TextInput } from '@mantine/core'
import { MAX_SHUTDOWNS, type Shutdown } from '@stockcast/contract'
import { IconX } from '@tabler/icons-react'
import classes from './supplier-form.module.css'

interface ShutdownFieldsProps {
  shutdowns: Shutdown[]
  onChange: (shutdowns: Shutdown[]) => void
}

/** Asks for the days on which a supplier is closed. */
export function ShutdownFields({ shutdowns, onChange }: ShutdownFieldsProps) {
  const set = (index: number, change: Partial<Shutdown>) =>
    onChange(shutdowns.map((each, i) => (i === index ? { ...each, ...change } : each)))
  return (
    <fieldset className={classes.choice}>
      <legend>Closed, such as for holidays</legend>
      {shutdowns.map((shutdown, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else that stays while it is typed
        <div key={index} className={classes.shutdown}>
          <TextInput
            type="date"
            aria-label={`Closed from, ${index + 1}`}
            value={shutdown.from}
            onChange={(event) => set(index, { from: event.currentTarget.value })}
          />
          <span>to</span>
          <TextInput
            type="date"
            aria-label={`Closed to, ${index + 1}`}
            min={shutdown.from}
            value={shutdown.to}
            onChange={(event) => set(index, { to: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Remove closed days ${index + 1}`}
            onClick={() => onChange(shutdowns.filter((_, i) => i !== index))}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {shutdowns.length < MAX_SHUTDOWNS && (
        <Button size="xs" onClick={() => onChange([...shutdowns, { from: '', to: '' }])}>
          Add closed days
        </Button>
      )}
    </fieldset>
  )
}
