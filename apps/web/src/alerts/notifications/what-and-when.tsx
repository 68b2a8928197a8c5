import { Button, Checkbox, Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { type AlertType, alertTypes, type ChannelName, timings, urgencies } from '@stockcast/contract'
import { type ReactNode, useId, useState } from 'react'
import { alertTypeLabels } from '../../ui/messages/labels.ts'
import { timingLabels, urgencyLabels, weekdays } from '../../ui/messages/notification-texts.ts'
import settings from '../../ui/settings/settings.module.css'
import { WithTimes } from '../../ui/with-times.tsx'
import { choiceWords } from './choice-words.ts'
import type { Choice, Faults } from './draft.ts'
import classes from './notifications.module.css'

interface WhatAndWhenProps {
  name: ChannelName
  choice: Choice
  faults: Faults
  onChange: (next: Partial<Choice>) => void
  children?: ReactNode
}

/** Shows which alerts a channel takes and when they are sent: one line, until somebody wants to change it. */
export function WhatAndWhen(props: WhatAndWhenProps) {
  const { name, choice, faults } = props
  const [isOpened, setOpened] = useState(false)
  const id = useId()
  const isAtFault = ['types', 'at', 'weekday', 'quietFrom', 'quietTo'].some(
    (field) => faults[`${name}.${field}`],
  )
  const isOpen = isOpened || isAtFault
  return (
    <div className={classes.choice}>
      <Group gap="10px 8px">
        <div className={classes.storedText}>
          <p className={classes.label}>What and when</p>
          <p className="muted">
            <WithTimes>{choiceWords(choice)}</WithTimes>
          </p>
        </div>
        <Button size="xs" onClick={() => setOpened(!isOpen)} aria-expanded={isOpen} aria-controls={id}>
          {isOpen ? 'Close' : 'Change'}
        </Button>
      </Group>
      <div id={id} hidden={!isOpen}>
        {isOpen && <ChoiceFields {...props} />}
      </div>
    </div>
  )
}

function ChoiceFields({ name, choice, faults, onChange, children }: WhatAndWhenProps) {
  return (
    <Stack gap={18} mt={18}>
      <Checkbox.Group
        label="Kinds of alert"
        value={choice.types}
        error={faults[`${name}.types`]}
        onChange={(taken) => onChange({ types: inOrder(taken) })}
      >
        <Group gap="8px 24px" mt={6} align="stretch">
          {alertTypes.map((type) => (
            <Checkbox key={type} value={type} label={alertTypeLabels[type]} />
          ))}
        </Group>
      </Checkbox.Group>
      <Select
        label="How urgent"
        data={urgencies.map((value) => ({ value, label: urgencyLabels[value] }))}
        value={choice.urgency}
        allowDeselect={false}
        comboboxProps={{ keepMounted: false }}
        onChange={(value) => onChange({ urgency: urgencies.find((each) => each === value) ?? 'all' })}
      />
      <div>
        <p className={classes.label}>When</p>
        <SegmentedControl
          aria-label="When"
          fullWidth
          data={timings.map((value) => ({ value, label: timingLabels[value] }))}
          value={choice.timing}
          onChange={(value) => onChange({ timing: timings.find((each) => each === value) ?? 'at_once' })}
        />
      </div>
      {choice.timing !== 'at_once' && (
        <DigestTime name={name} choice={choice} faults={faults} onChange={onChange} />
      )}
      {children}
    </Stack>
  )
}

function DigestTime({ name, choice, faults, onChange }: Omit<WhatAndWhenProps, 'children'>) {
  return (
    <div className={settings.fields}>
      {choice.timing === 'weekly' && (
        <Select
          label="Weekday"
          data={weekdays.map((label, n) => ({ value: String(n + 1), label }))}
          value={String(choice.weekday)}
          allowDeselect={false}
          comboboxProps={{ keepMounted: false }}
          onChange={(value) => onChange({ weekday: Number(value) })}
        />
      )}
      <TextInput
        type="time"
        label="Time, in your shop’s time zone"
        value={choice.at}
        error={faults[`${name}.at`]}
        onChange={(event) => onChange({ at: event.currentTarget.value })}
      />
    </div>
  )
}

function inOrder(taken: readonly string[]): AlertType[] {
  return alertTypes.filter((type) => taken.includes(type))
}
