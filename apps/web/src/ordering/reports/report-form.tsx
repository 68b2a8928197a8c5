import { Checkbox, NativeSelect, Stack, Switch } from '@mantine/core'
import {
  MAX_REPORT_RECIPIENTS,
  type Reports,
  reportFacts,
  reportFileFormats,
  reportsApi,
} from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { weekdays } from '../../ui/messages/notification-texts.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import settings from '../../ui/settings/settings.module.css'
import { getOrderingFailure } from '../ordering-failures.ts'
import { hourText, type ReportRow } from './report-words.ts'
import classes from './reports.module.css'
import { reportsQuery } from './reports-query.ts'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** Asks when a report comes, as which file and to whom. A shop with one person is not asked to whom. */
export function ReportForm({
  report: { nextAt: _, kind, ...stored },
  reports,
  onSaved,
}: {
  report: ReportRow
  reports: Reports
  onSaved: () => void
}) {
  const { people, timeZone } = reports
  const own = people.filter(({ isYou }) => isYou).map(({ userId }) => userId)
  const [draft, setDraft] = useState(
    stored.isOn
      ? stored
      : { ...stored, isOn: true, recipients: stored.recipients.length > 0 ? stored.recipients : own },
  )
  const change = (next: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...next }))
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: () => call(reportsApi.save, { params: { kind }, body: draft }),
    onSuccess: (answer) => {
      queryClient.setQueryData(reportsQuery().queryKey, answer)
      notifySuccess({
        title: 'Report saved',
        message: draft.isOn ? 'It comes at the chosen time.' : 'It is off.',
      })
      onSaved()
    },
    onError: (error) => notifyFailure(getOrderingFailure('save_report', error)),
  })
  const fault =
    save.error instanceof ApiError && save.error.field === 'recipients' ? save.error.message : undefined
  const isWeekly = reportFacts[kind].every === 'week'
  return (
    <form
      className={classes.form}
      aria-label={reportFacts[kind].title}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Switch
        label="Send this report"
        checked={draft.isOn}
        onChange={(event) => change({ isOn: event.currentTarget.checked })}
      />
      <div className={settings.fields}>
        {isWeekly ? (
          <NativeSelect
            label="Day"
            value={draft.weekday}
            data={weekdays.map((label, i) => ({ value: String(i + 1), label }))}
            onChange={(event) => change({ weekday: Number(event.currentTarget.value) })}
          />
        ) : (
          <NativeSelect
            label="Day of the month"
            value={draft.dayOfMonth}
            data={range(1, 28).map(String)}
            onChange={(event) => change({ dayOfMonth: Number(event.currentTarget.value) })}
          />
        )}
        <NativeSelect
          label="Hour"
          description={timeZone}
          inputWrapperOrder={['label', 'input', 'description']}
          value={draft.hour}
          data={range(0, 23).map((hour) => ({ value: String(hour), label: hourText(hour) }))}
          onChange={(event) => change({ hour: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label="File"
          value={draft.fileFormat}
          data={reportFileFormats.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(event) =>
            change({
              fileFormat: reportFileFormats.find((each) => each === event.currentTarget.value) ?? 'xlsx',
            })
          }
        />
      </div>
      {(people.length > 1 || fault !== undefined) && (
        <Checkbox.Group
          label="Who gets it"
          description={`At most ${MAX_REPORT_RECIPIENTS} people of the shop, each at the address of their sign-in.`}
          error={fault}
          value={draft.recipients}
          onChange={(recipients) => change({ recipients })}
        >
          <Stack gap={8} mt={8}>
            {people.map(({ userId, email, role }) => (
              <Checkbox key={userId} value={userId} label={`${email}, ${role}`} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Checkbox
        label="Send nothing when there is nothing to report"
        checked={draft.skipsEmpty}
        onChange={(event) => change({ skipsEmpty: event.currentTarget.checked })}
      />
      <div className={settings.foot}>
        <WriteButton type="submit" variant="filled" least="owner" loading={save.isPending}>
          Save
        </WriteButton>
      </div>
    </form>
  )
}
