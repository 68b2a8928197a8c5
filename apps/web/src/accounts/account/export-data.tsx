import { Button } from '@mantine/core'
import { accountApi } from '@stockcast/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadLarge } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { saveFile } from '../../ui/browser/save-file.ts'
import { formats } from '../../ui/format/country.ts'
import { dayOfInstant } from '../../ui/format/days.ts'
import { accountSuccess } from '../../ui/messages/account-texts.ts'
import { notifySuccess, tellFailure } from '../../ui/messages/notify.tsx'
import classes from '../../ui/settings/settings.module.css'

export function ExportData() {
  const { merchant, now } = useSession()
  const [bytes, setBytes] = useState(0)
  const save = useMutation({
    mutationFn: () => downloadLarge(accountApi.exportAll, setBytes),
    onMutate: () => setBytes(0),
    onSuccess: (file) => {
      saveFile(file, `stockcast-${dayOfInstant(now, merchant.timeZone)}.zip`)
      notifySuccess(accountSuccess.exported)
    },
    onError: tellFailure('export_account'),
  })
  return (
    <div className={classes.split}>
      <p role="status">
        {save.isPending
          ? `Packing, ${megabytes(bytes)} so far. Leave this page open.`
          : 'Products, stock, sales, forecasts, alerts, settings and more.'}
      </p>
      <Button
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        onClick={() => save.mutate()}
        loading={save.isPending}
      >
        Export my data
      </Button>
    </div>
  )
}

function megabytes(bytes: number): string {
  return `${formats().number(bytes / 1_000_000, 1)} MB`
}
