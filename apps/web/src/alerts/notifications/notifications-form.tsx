import { Box } from '@mantine/core'
import type { Notifications } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef } from 'react'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useReadOnly } from '../../session/use-read-only.ts'
import settings from '../../ui/settings/settings.module.css'
import { EmailSection } from './email-section.tsx'
import classes from './notifications.module.css'
import { SlackSection } from './slack-section.tsx'
import { SmsSection } from './sms-section.tsx'
import { useNotificationsForm } from './use-notifications-form.ts'
import { WishSection } from './wish-section.tsx'

/** Shows all three channels, with one Save button. */
export function NotificationsForm({ stored }: { stored: Notifications }) {
  const form = useRef<HTMLFormElement>(null)
  const { draft, faults, change, save, isSaving, isChanged } = useNotificationsForm(stored, form)
  const readOnly = useReadOnly('viewer')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const props = { stored, draft, faults }
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Notifications">
      <Box component="p" maw="64rem" mb={28} className="muted">
        {readOnly ??
          'Every new alert appears in Stockcast and is sent to the channels that you switch on below.'}{' '}
        <Link to="/alerts/deliveries" className={settings.link}>
          Messages sent
        </Link>
      </Box>
      <SlackSection {...props} onChange={(next) => change('slack', next)} />
      <EmailSection {...props} onChange={(next) => change('email', next)} />
      <SmsSection {...props} onChange={(next) => change('sms', next)} />
      {stored.hasTeam && (
        <WishSection wish={draft.wish} faults={faults} onChange={(next) => change('wish', next)} />
      )}
      <div className={classes.foot} data-changed={isChanged || undefined}>
        <WriteButton type="submit" variant="filled" loading={isSaving} least="viewer">
          Save
        </WriteButton>
        {isChanged && <p>Not saved yet.</p>}
      </div>
    </form>
  )
}
