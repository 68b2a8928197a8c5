import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { api } from '../api/client.ts'
import { useMutation } from '../api/use-mutation.ts'
import { saveFile } from '../ui/browser/save-file.ts'
import { notifyFailure } from '../ui/messages/notify.tsx'
import { orderingFailureOf } from './ordering-failures.ts'

interface DownloadButtonProps extends ButtonProps {
  path: string
  query?: Readonly<Record<string, unknown>>
  fileName: string
  children: ReactNode
}

/** Saves a file of our server. */
export function DownloadButton({ path, query = {}, fileName, children, ...button }: DownloadButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.download(path, query),
    onSuccess: (file) => saveFile(file, fileName),
    onError: (error) => notifyFailure(orderingFailureOf('download_file', error)),
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
