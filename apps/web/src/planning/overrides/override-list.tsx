import { Box, Group } from '@mantine/core'
import type { ForecastOverride } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useSession } from '../../session/use-session.ts'
import { toSentence } from '../../ui/messages/error-messages.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import classes from '../calendar/calendar.module.css'
import {
  judgementWords,
  overrideDays,
  overrideScope,
  overrideTitle,
  overrideUnits,
  valueAddedWords,
} from './override-words.ts'
import { overridesQuery, useOverrideChanges } from './use-overrides.ts'

interface OverrideListProps {
  variantId: number
  /** The button that makes another change. */
  action: ReactNode
  onEdit: (override: ForecastOverride) => void
}

/** Lists the changes of a product's forecast by hand, and what they did to it. */
export default function OverrideList({ variantId, action, onEdit }: OverrideListProps) {
  const { data, error, refetch, isFetching } = useQuery(overridesQuery(variantId))
  const { remove } = useOverrideChanges()
  const { email } = useSession().merchant
  const current = data?.overrides.filter(({ state }) => state !== 'ended') ?? []
  return (
    <section aria-labelledby="changed-forecast">
      <SectionHeader
        id="changed-forecast"
        title="Changed by hand"
        note={
          current.length > 1
            ? 'If changes overlap, the one for fewer products wins. If both are for the same products, the newer one wins.'
            : undefined
        }
        aside={action}
      />
      {error && !data && (
        <ErrorState
          title="Failed to load the changes"
          message={toSentence(error)}
          retry={{ refetch, isFetching }}
        />
      )}
      {!data && !error && <Loading label="Loading the changes..." h={60} />}
      <ul>
        {data?.overrides.map((override) => (
          <Entry
            key={override.id}
            override={override}
            own={email}
            onEdit={() => onEdit(override)}
            onRemove={() => remove.mutate(override)}
          />
        ))}
      </ul>
      {valueAddedWords(data?.valueAdded ?? [], email).map((words) => (
        <Box key={words} component="p" pt={10} fw={500}>
          {words}
        </Box>
      ))}
    </section>
  )
}

interface EntryProps {
  override: ForecastOverride
  /** Who reads it. */
  own: string
  onEdit: () => void
  onRemove: () => void
}

function Entry({ override, own, onEdit, onRemove }: EntryProps) {
  const { reason, author, isFarOff, state } = override
  const scope = overrideScope(override)
  const judgement = judgementWords(override)
  return (
    <li className={classes.event}>
      <div className={classes.words}>
        <p>
          <b>{overrideTitle(override)}</b> <span className="muted small">{overrideDays(override)}</span>
        </p>
        <p className="muted small">
          {scope !== '' && `For ${scope}. `}
          <span className={isFarOff ? 'fault' : undefined}>
            {overrideUnits(override)}
            {isFarOff && ', more than 30% apart'}
          </span>
          {reason !== '' && `. ${reason}`}
          {author !== own && `. By ${author}`}
        </p>
        {judgement !== '' && <p>{judgement}</p>}
      </div>
      {state !== 'ended' && (
        <Group gap={4} mx={-14} wrap="nowrap">
          <WriteButton
            size="xs"
            variant="subtle"
            aria-label={`Edit ${overrideTitle(override)}, ${overrideDays(override)}`}
            onClick={onEdit}
          >
            Edit
          </WriteButton>
          <WriteButton
            size="xs"
            variant="subtle"
            aria-label={`Remove ${overrideTitle(override)}, ${overrideDays(override)}`}
            onClick={onRemove}
          >
            Remove
          </WriteButton>
        </Group>
      )}
    </li>
  )
}
