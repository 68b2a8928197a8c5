import { Button, TextInput } from '@mantine/core'
import { SLACK_WEBHOOK_PREFIX } from '@stockcast/contract'
import { ChannelPanel, type SectionProps } from './channel-panel.tsx'
import { removesWebhook } from './draft.ts'
import classes from './notifications.module.css'
import { WhatAndWhen } from './what-and-when.tsx'

/** Asks for the chat webhook (G-04). */
export function SlackSection({ stored, draft, faults, onChange }: SectionProps<'slack'>) {
  const { isOn, webhookUrl } = draft.slack
  return (
    <ChannelPanel
      channel="slack"
      note="To one channel of your workspace, through an incoming webhook."
      switchLabel="Send alerts to Slack"
      stored={stored}
      isOn={isOn}
      onSwitch={(next) => onChange({ isOn: next })}
      fault={faults['slack.isOn']}
      canTest={stored.slack.webhookUrlMasked !== null && webhookUrl === null}
    >
      {webhookUrl === null ? (
        <StoredUrl
          masked={stored.slack.webhookUrlMasked ?? ''}
          onReplace={() => onChange({ webhookUrl: '' })}
          onRemove={() => onChange({ webhookUrl: '', isOn: false })}
        />
      ) : (
        <TextInput
          label="Slack webhook URL"
          description="Create one in Slack, under Apps, Incoming Webhooks. Anyone who has it can post to the channel, so it is stored encrypted."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={`${SLACK_WEBHOOK_PREFIX}…`}
          autoComplete="off"
          spellCheck={false}
          value={webhookUrl}
          error={faults['slack.webhookUrl']}
          onChange={({ currentTarget: { value } }) =>
            onChange(value.trim() === '' ? { webhookUrl: value } : { webhookUrl: value, isOn: true })
          }
        />
      )}
      {webhookUrl !== null && stored.slack.webhookUrlMasked !== null && (
        <p className="quiet">
          {removesWebhook(stored, draft) &&
            'If you save this field empty, the stored webhook is removed and Slack is switched off. '}
          <button
            type="button"
            className={classes.textButton}
            onClick={() => onChange({ webhookUrl: null, isOn: stored.slack.isOn })}
          >
            Keep the stored webhook
          </button>
        </p>
      )}
      {isOn && <WhatAndWhen name="slack" choice={draft.slack} faults={faults} onChange={onChange} />}
    </ChannelPanel>
  )
}

function StoredUrl(props: { masked: string; onReplace: () => void; onRemove: () => void }) {
  return (
    <div className={classes.stored}>
      <div className={classes.storedText}>
        <p className={classes.label}>Slack webhook URL</p>
        <p className={classes.masked}>{props.masked}</p>
      </div>
      <Button size="xs" onClick={props.onReplace}>
        Replace
      </Button>
      <Button size="xs" onClick={props.onRemove} aria-label="Remove the Slack webhook">
        Remove
      </Button>
    </div>
  )
}
