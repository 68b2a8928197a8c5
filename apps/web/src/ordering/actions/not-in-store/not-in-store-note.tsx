import { NativeSelect } from '@mantine/core'
import type { NotInStore, NotInStoreUnits } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { notInStoreQuery } from '../../../api/queries.ts'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { takeIntent } from '../../../store/connection/booking-intent.ts'
import { Banner } from '../../../ui/banner.tsx'
import { formatUnits } from '../../../ui/format/numbers.ts'
import { notifyFailure } from '../../../ui/messages/notify.tsx'
import { notInStoreWords } from '../../../ui/messages/stock-words.ts'
import { bookingWords, lapsedWords, useAnswerNotInStore, useBookReceived } from './use-not-in-store.ts'

/** Names the received units of an order that the store does not show yet, and what can be done about them. */
export function NotInStoreNote({ orderId }: { orderId: number }) {
  const { data } = useQuery(notInStoreQuery(orderId))
  if (!data) return null
  return (
    <>
      {data.counted > 0 && (
        <Banner
          title={`${notInStoreWords(data.counted)}.`}
          action={
            <>
              <Book left={data} />
              <InStore left={data} />
            </>
          }
        >
          {bookingWords(data)}
        </Banner>
      )}
      {data.lapsed > 0 && (
        <Lapsed units={data}>
          {data.counted === 0 && (
            <>
              <Book left={data} />
              <InStore left={data} />
            </>
          )}
        </Lapsed>
      )}
    </>
  )
}

/** Names the units of one product in an order. They are added to the store with the rest of the order, on its page. */
export function NotInStoreOfProduct({ units }: { units: NotInStoreUnits }) {
  return (
    <>
      {units.counted > 0 && (
        <Banner title={`${notInStoreWords(units.counted)}.`}>
          They came with{' '}
          <Link
            to="/order/orders/$orderId"
            params={{ orderId: String(units.orderId) }}
            style={{ color: 'inherit' }}
          >
            {units.number}
          </Link>
          , where you can add them to your store.
        </Banner>
      )}
      {units.lapsed > 0 && <Lapsed units={units} />}
    </>
  )
}

/** Books with one press. Without the permission the press leads to the store first, and the booking follows. */
function Book({ left }: { left: NotInStore }) {
  const { orderId, access, locations, storeName } = left
  const [chosen, setChosen] = useState<number | null>(null)
  const locationId = left.locationId ?? chosen
  const { mutate, isPending, askPermission } = useBookReceived(left)
  const hasLooked = useRef(false)
  useEffect(() => {
    if (hasLooked.current) return
    hasLooked.current = true
    const intent = takeIntent(orderId)
    if (!intent) return
    if (access === 'granted') mutate(intent.locationId)
    else
      notifyFailure({
        title: 'Nothing was added',
        message: `${storeName} has not given the permission. You can ask again, or add the units there yourself.`,
      })
  }, [orderId, access, storeName, mutate])
  const isOpen = left.booking?.status === 'sending'
  if (access === 'no_store' || (left.toBook === 0 && !isOpen)) return null
  return (
    <>
      {left.locationId === null && (
        <NativeSelect
          size="xs"
          aria-label="Location that received them"
          maw="12rem"
          value={locationId ?? ''}
          onChange={({ currentTarget }) =>
            setChosen(currentTarget.value === '' ? null : Number(currentTarget.value))
          }
          data={[
            { value: '', label: 'Choose location' },
            ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      <WriteButton
        least={access === 'granted' ? 'buyer' : 'owner'}
        size="xs"
        variant="filled"
        loading={isPending}
        disabled={locationId === null}
        onClick={() => (access === 'granted' ? mutate(locationId) : askPermission(locationId))}
      >
        {isOpen ? 'Try again' : `Add ${formatUnits(left.toBook)} to ${storeName}`}
      </WriteButton>
    </>
  )
}

function Lapsed({ units, children }: { units: NotInStoreUnits; children?: ReactNode }) {
  const { mutate, isPending } = useAnswerNotInStore(units)
  return (
    <Banner
      title={lapsedWords(units)}
      action={
        <>
          <WriteButton size="xs" loading={isPending} onClick={() => mutate('count_again')}>
            Count them again
          </WriteButton>
          {children}
        </>
      }
    />
  )
}

function InStore({ left }: { left: NotInStore }) {
  const { mutate, isPending } = useAnswerNotInStore(left)
  return (
    <WriteButton size="xs" loading={isPending} onClick={() => mutate('in_store')}>
      Stock already includes them
    </WriteButton>
  )
}
