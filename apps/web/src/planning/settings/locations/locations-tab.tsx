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
import { notifySuccess, tellFailure } from '../../../ui/messages/notify.tsx'
import classes from '../../../ui/settings/settings.module.css'
import { ErrorState } from '../../../ui/states.tsx'
import list from '../../../ui/table/data-table.module.css'
import { DataTable } from '../../../ui/table/data-table.tsx'

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
    onError: tellFailure('save_settings'),
  })
  const getName = (id: number) => saved.locations.find((location) => location.id === id)?.name ?? ''
  const changeLane = (lane: TransferLaneSetting, change: Partial<TransferLaneSetting>) =>
    setLanes((before) => new Map(before).set(`${lane.from}/${lane.to}`, { ...lane, ...change }))
  const minor = (value: number | string) => minorAmount(Number(value) || 0, currency)
  const toRoute = ({ from, to }: TransferLaneSetting) => `${getName(from)} to ${getName(to)}`
  const toField = (label: string, lane: TransferLaneSetting) => ({
    'aria-label': `${label} from ${toRoute(lane)}`,
    hideControls: true,
    allowNegative: false,
    disabled: !lane.isOn,
  })
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
      <DataTable
        label="Locations"
        columns={[
          {
            head: 'Location',
            cell: ({ name }) => <span className={list.name}>{name}</span>,
            note: ({ id, role, unitsSold }) => soldWords(roles.get(id) ?? role, unitsSold),
          },
          {
            head: 'What it is for',
            label: null,
            cell: ({ id, name, role }) => (
              <Select
                aria-label={`What ${name} is for`}
                data={locationRoles.map((value) => ({ value, label: roleWords[value] }))}
                value={roles.get(id) ?? role}
                allowDeselect={false}
                comboboxProps={{ keepMounted: false }}
                onChange={(value) => value !== null && setRoles((before) => new Map(before).set(id, value))}
              />
            ),
          },
        ]}
        rows={saved.locations}
        getKey={({ id }) => id}
      />
      <Title order={2} mt="xl" mb={4}>
        Moving stock
      </Title>
      <DataTable
        label="Routes between locations"
        columns={[
          {
            head: 'Route',
            narrow: 'wide',
            cell: (lane) => (
              <Checkbox
                mt={6}
                label={toRoute(lane)}
                checked={lane.isOn}
                onChange={(event) => changeLane(lane, { isOn: event.currentTarget.checked })}
              />
            ),
          },
          {
            head: 'Days on the way',
            cell: (lane) => (
              <NumberInput
                {...toField('Days', lane)}
                value={lane.days}
                onChange={(value) => changeLane(lane, { days: Number(value) || 0 })}
              />
            ),
          },
          {
            head: 'Minimum units',
            cell: (lane) => (
              <NumberInput
                {...toField('Minimum units', lane)}
                value={lane.minimumUnits}
                onChange={(value) => changeLane(lane, { minimumUnits: Math.max(1, Number(value) || 1) })}
              />
            ),
          },
          {
            head: `Cost per unit, ${currency}`,
            cell: (lane) => (
              <NumberInput
                {...toField('Cost per unit', lane)}
                {...amountField(currency)}
                value={majorAmount(lane.unitCostMinor, currency)}
                onChange={(value) => changeLane(lane, { unitCostMinor: minor(value) })}
              />
            ),
          },
        ]}
        rows={saved.lanes.map((lane) => lanes.get(`${lane.from}/${lane.to}`) ?? lane)}
        getKey={toRoute}
      />
      <NumberInput
        mt="md"
        maw="20rem"
        label={`Suggest transfers that earn at least, ${currency}`}
        description="A higher amount means fewer, larger transfers."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        hideControls
        value={majorAmount(choices.leastTransferMinor ?? saved.leastTransferMinor, currency)}
        onChange={(value) => setChoices((before) => ({ ...before, leastTransferMinor: minor(value) }))}
        {...amountField(currency)}
      />
      <Checkbox
        mt="md"
        label="Alert me when one location may run out, even if the shop as a whole has enough"
        checked={choices.alertsByLocation ?? saved.alertsByLocation}
        onChange={(event) => {
          const alertsByLocation = event.currentTarget.checked
          setChoices((before) => ({ ...before, alertsByLocation }))
        }}
      />
      <div className={classes.foot}>
        <WriteButton type="submit" variant="filled" loading={save.isPending}>
          Save
        </WriteButton>
      </div>
    </form>
  )
}

function soldWords(role: LocationRole, unitsSold: number | null): string {
  if (unitsSold === null) return 'Sales are counted with the next forecast.'
  if (unitsSold > 0) return `${formatCount(unitsSold, 'unit')} sold in 90 days`
  return role === 'shop' ? 'No sales in 90 days. Does it keep stock for the others?' : 'No sales in 90 days'
}
