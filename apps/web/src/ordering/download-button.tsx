import { Button, type ButtonProps } from '@mantine/core'
import type { Endpoint, FileFormat } from '@stockcast/contract'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { download } from '../api/client.ts'
import { useMutation } from '../api/use-mutation.ts'
import { saveFile } from '../ui/browser/save-file.ts'
import type { Message } from '../ui/messages/error-messages.ts'
import { notifyFailure } from '../ui/messages/notify.tsx'
import { getOrderingFailure } from './ordering-failures.ts'

interface DownloadButtonProps extends ButtonProps {
  endpoint: Endpoint & { file: FileFormat }
  params?: Readonly<Record<string, number | string>>
  query?: Readonly<Record<string, unknown>>
  fileName: string
  getFailure?: (error: unknown) => Message
  children: ReactNode
}

/** Saves a file of our server. */
export function DownloadButton({
  endpoint,
  params,
  query = {},
  fileName,
  getFailure = (error) => getOrderingFailure('download_file', error),
  children,
  ...button
}: DownloadButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(endpoint, { ...(params && { params }), query }),
    onSuccess: (file) => saveFile(file, fileName),
    onError: (error) => notifyFailure(getFailure(error)),
  })
  return (
    <Button
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
      {...button}
    >
      {children}
    </Button>
  )
}
