import { Checkbox, NumberInput, Select, Title } from '@mantine/core'
import {
  type LocationRole,
  type Locations,
  locationRoles,
  locationsApi,
  majorAmount,
  minorAmount,
  type SaveLocations,
  type TransferLaneSetting,
} from '@stockcast/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { locationsKey, locationsQuery } from '../../../ordering/locations/location-queries.ts'
import { amountField } from '../../../ordering/money.ts'
import { WriteButton } from '../../../session/read-only/write-button.tsx'
import { useSession } from '../../../session/use-session.ts'
import { formatCount } from '../../../ui/format/numbers.ts'
import { getFailure } from '../../../ui/messages/error-messages.ts'
import { notifyFailure, notifySuccess } from '../../../ui/messages/notify.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import list from '../../../ui/table/data-table.module.css'
import { TableHead } from '../../../ui/table/table-head.tsx'

const roleWords: Record<LocationRole, string> = {
  shop: 'Sells',
  warehouse: 'Keeps stock for the others',
  external: 'Not ours: never move its stock',
}

/** Shows what each location is for, and how stock moves between them. */
export function LocationsTab() {
  const { data, error, refetch, isFetching } = useQuery(locationsQuery)
  if (error) return <ErrorState {...getFailure('load_settings', error)} retry={{ refetch, isFetching }} />
  return data ? <LocationsForm saved={data} /> : null
}

function LocationsForm({ saved }: { saved: Locations }) {
  const { currency } = useSession().merchant
  const queryClient = useQueryClient()
  const [roles, setRoles] = useState<ReadonlyMap<number, LocationRole>>(new Map())
  const [lanes, setLanes] = useState<ReadonlyMap<string, TransferLaneSetting>>(new Map())
  const [choices, setChoices] = useState<Pick<SaveLocations, 'alertsByLocation' | 'leastTransferMinor'>>({})
  const save = useMutation({
    mutationFn: (wanted: SaveLocations) => call(locationsApi.save, { body: wanted }),
    onSuccess: (next) => {
      queryClient.setQueryData(locationsKey, next)
      setRoles(new Map())
      setLanes(new Map())
      setChoices({})
      notifySuccess({ title: 'Locations saved', message: 'Suggestions follow in a moment.' })
    },
    onError: (error) => notifyFailure(getFailure('save_settings', error)),
  })
  const getName = (id: number) => saved.locations.find((location) => location.id === id)?.name ?? ''
  const changeLane = (lane: TransferLaneSetting, change: Partial<TransferLaneSetting>) =>
    setLanes((before) => new Map(before).set(`${lane.from}/${lane.to}`, { ...lane, ...change }))
  const minor = (value: number | string) => minorAmount(Number(value) || 0, currency)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({
          roles: [...roles].map(([id, role]) => ({ id, role })),
          lanes: [...lanes.values()],
          ...choices,
        })
      }}
    >
      <table className={list.table} aria-label="Locations">
        <thead>
          <tr>
            <TableHead>Location</TableHead>
            <TableHead>What it is for</TableHead>
          </tr>
        </thead>
        <tbody>
          {saved.locations.map(({ id, name, role, unitsSold }) => (
            <tr key={id}>
              <td>
                <span className={list.name}>{name}</span>
                <span className={list.note}>{soldWords(roles.get(id) ?? role, unitsSold)}</span>
              </td>
              <td>
                <Select
                  aria-label={`What ${name} is for`}
                  data={locationRoles.map((value) => ({ value, label: roleWords[value] }))}
                  value={roles.get(id) ?? role}
                  allowDeselect={false}
                  comboboxProps={{ keepMounted: false }}
                  onChange={(value) =>
                    value !== null && setRoles((before) => new Map(before).set(id, value as LocationRole))
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Title order={2} mt="xl" mb={4}>
        Moving stock
      </Title>
      <table className={list.table} aria-label="Ways between locations">
        <thead>
          <tr>
            <TableHead>Way</TableHead>
            <TableHead>Days</TableHead>
            <TableHead>At least units</TableHead>
            <TableHead>{`Cost of a unit, ${currency}`}</TableHead>
          </tr>
        </thead>
        <tbody>
          {saved.lanes.map((of) => {
            const lane = lanes.get(`${of.from}/${of.to}`) ?? of
            const way = `${getName(lane.from)} to ${getName(lane.to)}`
            const number = (
              label: string,
              value: number,
              onChange: (value: number | string) => void,
              props = {},
            ) => (
              <NumberInput
                aria-label={`${label} from ${way}`}
                hideControls
                allowNegative={false}
                disabled={!lane.isOn}
                value={value}
                onChange={onChange}
                {...props}
              />
            )
            return (
              <tr key={way}>
                <td>
                  <Checkbox
                    label={way}
                    checked={lane.isOn}
                    onChange={(event) => changeLane(lane, { isOn: event.currentTarget.checked })}
                  />
                </td>
                <td data-label="Days">
                  {number('Days', lane.days, (value) => changeLane(lane, { days: Number(value) || 0 }))}
                </td>
                <td data-label="At least units">
                  {number('Least units', lane.minimumUnits, (value) =>
                    changeLane(lane, { minimumUnits: Math.max(1, Number(value) || 1) }),
                  )}
                </td>
                <td data-label="Cost of a unit">
                  {number(
                    'Cost of a unit',
                    majorAmount(lane.unitCostMinor, currency),
                    (value) => changeLane(lane, { unitCostMinor: minor(value) }),
                    amountField(currency),
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <NumberInput
        mt="md"
        maw="20rem"
        label={`Suggest transfers that earn at least, ${currency}`}
        description="Fewer, larger journeys."
        hideControls
        value={majorAmount(choices.leastTransferMinor ?? saved.leastTransferMinor, currency)}
        onChange={(value) => setChoices((before) => ({ ...before, leastTransferMinor: minor(value) }))}
        {...amountField(currency)}
      />
      <Checkbox
        mt="md"
        label="Alert me when one location may run out, even if the shop in sum has enough"
        checked={choices.alertsByLocation ?? saved.alertsByLocation}
        onChange={(event) => {
          const alertsByLocation = event.currentTarget.checked
          setChoices((before) => ({ ...before, alertsByLocation }))
        }}
      />
      <WriteButton type="submit" variant="filled" mt="md" loading={save.isPending}>
        Save
      </WriteButton>
    </form>
  )
}

function soldWords(role: LocationRole, unitsSold: number | null): string {
  if (unitsSold === null) return 'Sales are counted with the next forecast.'
  if (unitsSold > 0) return `${formatCount(unitsSold, 'unit')} sold in 90 days`
  return role === 'shop' ? 'No sales in 90 days. Does it keep stock for the others?' : 'No sales in 90 days'
}
