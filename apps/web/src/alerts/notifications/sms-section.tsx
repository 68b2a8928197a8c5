import { Checkbox, Select, TextInput } from '@mantine/core'
import { SMS_DAILY_LIMIT, SMS_DAILY_LIMIT_OF_SHOP } from '@stockcast/contract'
import { useSession } from '../../session/use-session.ts'
import settings from '../../ui/settings/settings.module.css'
import { ChannelPanel, type SectionProps } from './channel-panel.tsx'
import type { Draft, Faults } from './draft.ts'
import { PhoneCode } from './phone-code.tsx'
import { WhatAndWhen } from './what-and-when.tsx'

const limits = Array.from({ length: SMS_DAILY_LIMIT }, (_, n) => String(n + 1))

/** Asks for the phone number, the consent and the code (G-04b). */
export function SmsSection({ stored, draft, faults, onChange }: SectionProps<'sms'>) {
  const { providers } = useSession()
  const { isOn, phone, hasConsent } = draft.sms
  const isSamePhone = stored.sms.phone !== null && phone === stored.sms.phone
  const isSetUp = providers.sms !== 'not_set_up'
  return (
    <ChannelPanel
      channel="sms"
      note={`To one phone, for what can’t wait. Reply STOP to any message to end them.${stored.hasTeam ? ` At most ${SMS_DAILY_LIMIT_OF_SHOP} a day go to all phones of the team together.` : ''}`}
      switchLabel="Send alerts by SMS"
      stored={stored}
      isOn={isOn}
      isDisabled={!isSetUp && !isOn}
      onSwitch={(next) => onChange({ isOn: next })}
      fault={faults['sms.isOn']}
      canTest={isSamePhone && stored.sms.isConfirmed && !stored.sms.isStopped}
    >
      {!isSetUp && <p className="quiet">SMS is not set up on this server. Use Slack or email.</p>}
      {(isOn || stored.sms.phone !== null) && (
        <>
          <TextInput
            maw="20rem"
            label="Phone number"
            description="International format, such as +1 415 555 2671."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            type="tel"
            autoComplete="tel"
            value={phone}
            error={faults['sms.phone']}
            onChange={({ currentTarget: { value } }) =>
              onChange({
                phone: value,
                hasConsent: value === stored.sms.phone && stored.sms.consentAt !== null,
              })
            }
          />
          <Checkbox
            label={stored.sms.consentText}
            checked={hasConsent}
            error={faults['sms.hasConsent']}
            onChange={(event) => onChange({ hasConsent: event.currentTarget.checked })}
          />
          {isSamePhone && stored.sms.consentAt !== null && <PhoneCode stored={stored} />}
        </>
      )}
      {isOn && (
        <WhatAndWhen name="sms" choice={draft.sms} faults={faults} onChange={onChange}>
          <QuietHours sms={draft.sms} faults={faults} onChange={onChange} />
        </WhatAndWhen>
      )}
    </ChannelPanel>
  )
}

/** Sets when no SMS is sent, and how many are sent a day. */
function QuietHours({
  sms,
  faults,
  onChange,
}: {
  sms: Draft['sms']
  faults: Faults
  onChange: (next: Partial<Draft['sms']>) => void
}) {
  return (
    <div className={settings.fields}>
      <TextInput
        type="time"
        label="Quiet from"
        value={sms.quietFrom}
        error={faults['sms.quietFrom']}
        onChange={(event) => onChange({ quietFrom: event.currentTarget.value })}
      />
      <TextInput
        type="time"
        label="Quiet until"
        value={sms.quietTo}
        error={faults['sms.quietTo']}
        onChange={(event) => onChange({ quietTo: event.currentTarget.value })}
      />
      <Select
        label="At most a day"
        data={limits}
        value={String(sms.dailyLimit)}
        allowDeselect={false}
        comboboxProps={{ keepMounted: false }}
        onChange={(value) => onChange({ dailyLimit: Number(value) })}
      />
    </div>
  )
}
