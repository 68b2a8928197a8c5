import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../../api/queries.ts'
import { getFailure } from '../../../ui/messages/error-messages.ts'
import { SettingsRow } from '../../../ui/settings/settings-row.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { GlobalForm } from './global-form.tsx'
import { OrderPapersForm, orderPapersQuery } from './order-papers-form.tsx'

/** Asks for the defaults of the shop (G-02). */
export function GlobalTab() {
  const { data, error, refetch, isFetching } = useQuery(settingsQuery())
  if (data === undefined && error !== null) {
    const { title, message } = getFailure('load_settings', error)
    return <ErrorState title={title} message={message} retry={{ refetch, isFetching }} />
  }
  return (
    <>
      <SettingsRow
        title="Defaults"
        note="They apply to every product without settings of its own. Alerts and order dates follow a change in a moment."
      >
        {data === undefined ? (
          <Loading label="Loading settings..." h={168} />
        ) : (
          <GlobalForm settings={data} />
        )}
      </SettingsRow>
      <OrderPapersSection />
    </>
  )
}

/** Shows what stands on every purchase order. */
function OrderPapersSection() {
  const { data, error, refetch, isFetching } = useQuery(orderPapersQuery())
  return (
    <SettingsRow
      title="Purchase orders"
      note="What suppliers read on every order, and how orders are numbered. A supplier’s contact and address are on its own page."
    >
      {data === undefined && error !== null && (
        <ErrorState {...getFailure('load_settings', error)} retry={{ refetch, isFetching }} />
      )}
      {data === undefined && error === null && <Loading label="Loading settings..." h={420} />}
      {data && <OrderPapersForm papers={data} />}
    </SettingsRow>
  )
}
