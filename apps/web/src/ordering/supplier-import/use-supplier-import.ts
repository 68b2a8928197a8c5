import {
  routes,
  type SaveColumns,
  type SupplierImport,
  type SupplierImportKind,
  savedColumnsSchema,
  supplierImportSchema,
} from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'

interface Chosen {
  file: File
  kind: SupplierImportKind
}

/** Sends a file for a preview, and again to apply it: the server keeps nothing in between. */
export function useSupplierImport() {
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [previewed, setPreviewed] = useState<SupplierImport>()
  const preview = useMutation({
    mutationFn: (chosen: Chosen) => upload(routes.supplierImportPreview(), chosen),
    onSuccess: setPreviewed,
  })
  const choose = useMutation({
    mutationFn: (choice: SaveColumns) => api.put(routes.fileColumns(), savedColumnsSchema, choice),
    onSuccess: () => {
      if (file !== null && previewed) preview.mutate({ file, kind: previewed.kind })
    },
  })
  const apply = useMutation({
    mutationFn: (chosen: Chosen) => upload(routes.supplierImportApply(), chosen),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.purchasing }),
  })
  return {
    file,
    /** The latest preview; it stays while the file is read again. */
    previewed,
    preview,
    apply,
    choose,
    read: (chosen: Chosen) => {
      setFile(chosen.file)
      preview.mutate(chosen)
    },
    startOver: () => {
      setFile(null)
      setPreviewed(undefined)
      choose.reset()
      preview.reset()
      apply.reset()
    },
  }
}

const upload = (path: string, { file, kind }: Chosen) =>
  api.upload(path, supplierImportSchema, file, { kind, fileName: file.name })
