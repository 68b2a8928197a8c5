import { Box, Button } from '@mantine/core'
import { type Reports, reportFacts, reportsApi } from '@stockcast/contract'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useMutation, useReload } from '../../api/use-mutation.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useIsOwner } from '../../session/use-session.ts'
import { formatLongInstant } from '../../ui/format/days.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import settings from '../../ui/settings/settings.module.css'
import { SettingsRow } from '../../ui/settings/settings-row.tsx'
import { WithTimes } from '../../ui/with-times.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { ReportForm } from './report-form.tsx'
import { type ReportRow, reportNotes, scheduleWords } from './report-words.ts'
import { reportsQuery } from './reports-query.ts'

/** Shows when a report comes and to whom; its owner changes it, and everybody may have one now. */
export function ReportPanel({ report, reports }: { report: ReportRow; reports: Reports }) {
  const { kind, nextAt } = report
  const isOwner = useIsOwner()
  const [isOpen, setOpen] = useState(false)
  const own = reports.people.find(({ isYou }) => isYou)?.email
  const send = useMutation({
    mutationFn: () => call(reportsApi.send, { params: { kind } }),
    onSuccess: () =>
      notifySuccess({ title: 'Report on its way', message: `It goes to ${own ?? 'your address'} alone.` }),
    onError: (error) => notifyFailure(getOrderingFailure('send_report', error)),
    onSettled: useReload(reportsQuery().queryKey),
  })
  return (
    <SettingsRow title={reportFacts[kind].title} note={reportNotes[kind]}>
      <div className={settings.split}>
        {isOpen ? (
          <span />
        ) : (
          <p>
            <WithTimes>{scheduleWords(report)}</WithTimes>
            {nextAt !== null && (
              <Box component="span" display="block" className="quiet">
                Next: <WithTimes>{formatLongInstant(nextAt, reports.timeZone)}</WithTimes>
              </Box>
            )}
          </p>
        )}
        {isOwner && (
          <Button size="xs" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {isOpen ? 'Close' : report.isOn ? 'Change' : 'Set up'}
          </Button>
        )}
        <WriteButton size="xs" least="viewer" loading={send.isPending} onClick={() => send.mutate()}>
          Send me one now
        </WriteButton>
      </div>
      {isOpen && <ReportForm report={report} reports={reports} onSaved={() => setOpen(false)} />}
    </SettingsRow>
  )
}
