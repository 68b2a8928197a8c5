import { type Import, type ImportQuery, importsApi, type SaveColumns } from '@stockcast/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { importQuery, queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { notifySuccess, tellFailure } from '../../ui/messages/notify.tsx'

export interface Upload {
  file: File
  query: Omit<ImportQuery, 'fileName'>
}

/** Returns the current import: one that is not finished, or that was finished on this page. */
export function useImport() {
  const queryClient = useQueryClient()
  const latest = useQuery(importQuery())
  const [followedId, setFollowedId] = useState<number | null>(null)
  const [leftId, setLeftId] = useState<number | null>(null)
  const found = latest.data?.import ?? null
  const isCurrent =
    found !== null && found.id !== leftId && (found.status !== 'applied' || found.id === followedId)
  const current = isCurrent ? found : null

  const show = (next: Import) => {
    setFollowedId(next.id)
    queryClient.setQueryData(queryKeys.import, { import: next })
  }
  const upload = useMutation({
    mutationFn: ({ file, query }: Upload) =>
      call(importsApi.upload, { file, query: { ...query, fileName: file.name.slice(-255) } }),
    onSuccess: show,
    onError: tellFailure('upload_import'),
  })
  const startOver = () => setLeftId(found?.id ?? null)
  const choose = useMutation({
    mutationFn: (choice: SaveColumns) => call(importsApi.saveColumns, { body: choice }),
    onSuccess: () => {
      const sent = upload.variables
      if (sent) return upload.mutate(sent)
      notifySuccess({ title: 'Remembered', message: 'Choose the file again to read it with these columns.' })
      startOver()
    },
    onError: tellFailure('upload_import'),
  })
  const apply = useMutation({
    mutationFn: (id: number) => call(importsApi.apply, { params: { id } }),
    onSuccess: show,
    onError: tellFailure('apply_import'),
  })
  const isApplied = current?.status === 'applied'
  useEffect(() => {
    // Products, the shop's name and its time zone have changed.
    if (isApplied)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'import' })
  }, [isApplied, queryClient])
  return {
    ...latest,
    current,
    upload,
    apply,
    choose,
    startOver,
  }
}
