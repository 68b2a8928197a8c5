import { Button, Group } from '@mantine/core'
import type { ShopEvent } from '@stockcast/contract'
import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { toSentence } from '../../ui/messages/error-messages.ts'
import { SectionHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import classes from './calendar.module.css'
import { eventDays, eventEffect, eventTitle } from './calendar-words.ts'
import { EventDialog } from './event-dialog.tsx'
import type { ChosenProduct } from './product-choices.tsx'
import { calendarQuery, useCalendarChanges } from './use-calendar.ts'

/** Rows before the others are shown on demand. */
const FIRST_ROWS = 8

interface CalendarSectionProps {
  /** null: the whole shop. */
  variant: ChosenProduct | null
  /** Drawn above the list. */
  picture?: (events: readonly ShopEvent[]) => ReactNode
  /** Shown under the list, such as what else may be entered. */
  children?: ReactNode
}

/**
 * Lists the closings, sales and one-off orders of the shop, or those that concern one product. What was found in the sales comes
 * first, to be confirmed or denied.
 */
export function CalendarSection({ variant, picture, children }: CalendarSectionProps) {
  const { data, error, refetch, isFetching } = useQuery(calendarQuery(variant?.variantId))
  const [subject, setSubject] = useState<ShopEvent | 'new' | null>(null)
  const [isWhole, setIsWhole] = useState(false)
  const { add, answer, change, remove } = useCalendarChanges()
  const events = (data?.events ?? []).filter(({ status }) => status !== 'denied')
  const shown = isWhole ? events : events.slice(0, FIRST_ROWS)
  const title = variant === null ? 'Add closing or promotion' : 'Add promotion'
  return (
    <section aria-labelledby="calendar" className={classes.section}>
      <SectionHeader
        id="calendar"
        title="Calendar"
        note="Closed days and promotions do not count as usual days. Entries for future days change the forecast."
        aside={
          <WriteButton size="xs" onClick={() => setSubject('new')} disabled={!data}>
            {title}
          </WriteButton>
        }
      />
      <EventDialog
        subject={subject}
        variant={variant}
        today={data?.today ?? ''}
        onClose={() => setSubject(null)}
        onSave={(wanted) =>
          subject === 'new' || subject === null
            ? add.mutate(wanted)
            : change.mutate({ id: subject.id, wanted })
        }
      />
      {error && !data && (
        <ErrorState
          title="Failed to load the calendar"
          message={toSentence(error)}
          retry={{ refetch, isFetching }}
        />
      )}
      {!data && !error && <Loading label="Loading the calendar..." h={120} />}
      {data && picture?.(events)}
      {data && events.length === 0 && (
        <EmptyState
          icon={IconCalendar}
          title="No closing or promotion in the calendar"
          hint="When the whole shop was closed, or sold far more than usual, those days are found and listed here."
        />
      )}
      {data && events.length > 0 && (
        <ul>
          {shown.map((event) => (
            <Entry
              key={event.id}
              event={event}
              today={data.today}
              onAnswer={(given) =>
                given === 'confirmed' && event.isOpen
                  ? setSubject(event)
                  : answer.mutate({ id: event.id, answer: given })
              }
              onChange={() => setSubject(event)}
              onRemove={() => remove.mutate(event)}
            />
          ))}
        </ul>
      )}
      {shown.length < events.length && (
        <Button size="compact-sm" variant="subtle" mt={8} onClick={() => setIsWhole(true)}>
          Show all {events.length}
        </Button>
      )}
      {children}
    </section>
  )
}

interface EntryProps {
  event: ShopEvent
  today: string
  onAnswer: (answer: 'confirmed' | 'denied') => void
  onChange: () => void
  onRemove: () => void
}

function Entry({ event, today, onAnswer, onChange, onRemove }: EntryProps) {
  const isProposal = event.status === 'proposed'
  const title = eventTitle(event)
  const named = `${title}, ${eventDays(event)}`
  const denial = event.kind === 'closed' ? 'Not a closing' : 'Not a promotion'
  return (
    <li className={classes.event} data-proposal={isProposal}>
      <div className={classes.words}>
        <p>
          <b>{isProposal ? `Found in your sales: ${title.toLowerCase()}` : title}</b>{' '}
          <span className="muted">{eventDays(event)}</span>
        </p>
        <p className="quiet">
          {eventEffect(event, today)}
          {event.isOpen && '; its end is not known yet, so the forecast is wide'}
        </p>
      </div>
      <Group gap={8}>
        {isProposal && (
          <>
            <WriteButton
              size="xs"
              variant="filled"
              aria-label={`Confirm: ${named}`}
              onClick={() => onAnswer('confirmed')}
            >
              Confirm
            </WriteButton>
            <WriteButton size="xs" aria-label={`${denial}: ${named}`} onClick={() => onAnswer('denied')}>
              {denial}
            </WriteButton>
          </>
        )}
        {event.kind !== 'one_off' && (
          <WriteButton size="xs" variant="subtle" aria-label={`Change ${named}`} onClick={onChange}>
            Change
          </WriteButton>
        )}
        {!isProposal && (
          <WriteButton size="xs" variant="subtle" aria-label={`Remove ${named}`} onClick={onRemove}>
            Remove
          </WriteButton>
        )}
      </Group>
    </li>
  )
}
