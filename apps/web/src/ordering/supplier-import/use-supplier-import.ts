import {
  importsApi,
  type SaveColumns,
  type SupplierImport,
  type SupplierImportKind,
  suppliersApi,
} from '@stockcast/contract'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useOrderingChange } from '../use-ordering-change.ts'

interface Chosen {
  file: File
  kind: SupplierImportKind
}

/** Sends a file for a preview, and again to apply it: the server keeps nothing in between. */
export function useSupplierImport() {
  const [file, setFile] = useState<File | null>(null)
  const [previewed, setPreviewed] = useState<SupplierImport>()
  const preview = useMutation({
    mutationFn: (chosen: Chosen) => call(suppliersApi.previewImport, sent(chosen)),
    onSuccess: setPreviewed,
  })
  const choose = useMutation({
    mutationFn: (choice: SaveColumns) => call(importsApi.saveColumns, { body: choice }),
    onSuccess: () => {
      if (file !== null && previewed) preview.mutate({ file, kind: previewed.kind })
    },
  })
  const apply = useOrderingChange({
    mutationFn: (chosen: Chosen) => call(suppliersApi.applyImport, sent(chosen)),
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

const sent = ({ file, kind }: Chosen) => ({ file, query: { kind, fileName: file.name } })
