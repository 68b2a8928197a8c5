import { Link } from '@tanstack/react-router'
import { useSession } from '../../session/use-session.ts'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import classes from './import.module.css'
import { ImportForm } from './import-form.tsx'
import { ImportResult } from './import-result.tsx'
import { useImport } from './use-import.ts'

/** Imports products, stock and sales from files, for shops without Shopify; for others sales alone. */
export function ImportScreen() {
  const imports = useImport()
  const what = useSession().connection === null ? 'products, stock and sales' : 'sales'
  const { data, error, current } = imports
  return (
    <>
      <title>Import · Stockcast</title>
      <PageHeader title="Import" subtitle={`Import ${what} from CSV or Excel files, as often as you like.`} />
      {error && <ErrorState {...getFailure('load_import', error)} retry={imports} />}
      {!data && !error && (
        <Loading label="Loading the import">
          <div className={classes.waiting} />
        </Loading>
      )}
      {data && current === null && (
        <>
          <ImportForm onUpload={imports.upload.mutate} isUploading={imports.upload.isPending} />
          <p className={classes.note}>
            Do you sell bundles of your products? <Link to="/bundles">Import their recipes</Link>.
          </p>
        </>
      )}
      {current !== null && (
        <ImportResult
          current={current}
          onApply={() => imports.apply.mutate(current.id)}
          isApplying={imports.apply.isPending}
          onStartOver={imports.startOver}
          onChoose={imports.choose.mutate}
          isChoosing={imports.choose.isPending || imports.upload.isPending}
        />
      )}
    </>
  )
}
