import { minorAmount, type OrderListRow, orderListApi } from '@stockcast/contract'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { suppliersQuery } from '../../api/queries.ts'
import { CoverageKey } from '../../charts/runway/coverage-line.tsx'
import { RunwayKey } from '../../charts/runway/runway-key.tsx'
import { HatchPattern } from '../../charts/shared/hatch.tsx'
import { useSession } from '../../session/use-session.ts'
import { focusTitle } from '../../ui/browser/keep-focus.ts'
import { NoMatch } from '../../ui/filter-bar.tsx'
import { stockAsOfWords } from '../../ui/messages/freshness-words.ts'
import { PageHeader, PendingSubtitle } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { WithTimes } from '../../ui/with-times.tsx'
import { getClassFilter, isClassed, noClasses } from '../class-selects.tsx'
import { DownloadButton } from '../download-button.tsx'
import { BulkActions } from '../groups/bulk-actions.tsx'
import { LocationSwitch } from '../locations/location-switch.tsx'
import { MoveFirst } from '../locations/move-first.tsx'
import { useLocation, useLocations } from '../locations/use-location.ts'
import { OrderTabs } from '../order-tabs.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import { Invitation } from './invitation/invitation.tsx'
import { KeyHint } from './key-hint.tsx'
import { ListNotes } from './list-notes.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { OrderDock } from './order-dock.tsx'
import { OrderFilters, type OrderListFilter } from './order-filters.tsx'
import { LaterGroup, OrderGroup } from './order-group.tsx'
import { dueWords, isBeingPlanned, missingInDraft } from './order-words.ts'
import { belowMinimum, getSums, type OrderLine, plannedOrder } from './planned-order.ts'
import { ToMake } from './to-make.tsx'
import { useCreateDrafts } from './use-create-drafts.ts'
import { useListKeys } from './use-list-keys.ts'
import { type OrderEdits, useOrderEdits } from './use-order-edits.ts'
import { type OrderFilter, useOrderGroups } from './use-order-groups.ts'
import { WhyDialog } from './why-dialog.tsx'

const route = getRouteApi('/signed-in/shell/order')

export function WhatToOrderScreen() {
  const suppliers = useQuery(suppliersQuery({ status: 'all', pageSize: 500 }))
  const hasNone = suppliers.data?.total === 0
  const hasLocations = useLocations().length > 0
  useEffect(() => (hasNone ? showTop : undefined), [hasNone])
  return (
    <>
      <title>What to order · Stockcast</title>
      <HatchPattern />
      {hasNone ? (
        <>
          <PageHeader title="What to order" subtitle="Orders by supplier, from your forecasts." />
          <OrderTabs />
          {hasLocations && <MoveFirst location={undefined} quantitiesFor={undefined} />}
          <Invitation />
        </>
      ) : (
        <OrderList suppliers={suppliers.data?.rows.filter(({ archivedAt }) => archivedAt === null) ?? []} />
      )}
    </>
  )
}

/** Scrolls to the top and focuses the title: the button that was pressed, far down the page, is gone. */
function showTop(): void {
  window.scrollTo({ top: 0 })
  focusTitle()
}

function OrderList({ suppliers }: { suppliers: Parameters<typeof OrderFilters>[0]['suppliers'] }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const session = useSession()
  const { currency } = session.merchant
  const area = useRef<HTMLDivElement>(null)
  const [why, setWhy] = useState<OrderListRow | null>(null)
  const { edits, edit, forget } = useOrderEdits()

  const shown: OrderListFilter = {
    budget: search.budget,
    search: search.search,
    ...getClassFilter(search),
  }
  const budgetMinor = shown.budget === undefined ? undefined : minorAmount(shown.budget, currency)
  const place = useLocation()
  const at = place.location && { location: place.location.id }
  const filter: OrderFilter = { ...shown, ...at, search: shown.search ?? '', budget: budgetMinor }
  const groups = useOrderGroups(filter)
  const list = groups.due.list
  const lines = getLines([...groups.due.rows, ...groups.soon.rows], edits)
  const sums = getSums(lines)
  const unsold = lines.filter(({ row }) => row.supplier === null && row.due !== 'not_yet')
  const drafted = lines.filter(({ row }) => row.inDraft !== null && row.due !== 'not_yet')
  const beingPlanned = unsold.filter(({ row }) => isBeingPlanned(row)).length
  const drafts = useCreateDrafts(forget, place.location?.id)
  const create = () => {
    const selected = lines.filter(({ order }) => order.isSelected)
    if (selected.length > 0) drafts.mutate(selected)
  }
  const toRow = (variantId: number) => lines.find(({ row }) => row.variantId === variantId)
  const { current, move } = useListKeys(area, {
    onToggle: (variantId) => {
      const line = toRow(variantId)
      if (line?.order.canSelect && line.order.units > 0) {
        edit(line.row, { isSelected: !line.order.isSelected })
      }
    },
    onDrafts: create,
  })
  const change = useCallback(
    (next: OrderListFilter) => void navigate({ search: (before) => ({ ...before, ...next }), replace: true }),
    [navigate],
  )
  const total = groups.due.rows.length + groups.soon.rows.length + (groups.later.data?.total ?? 0)
  const first = (groups.due.rows[0] ?? groups.soon.rows[0])?.variantId ?? null
  const table = {
    filter,
    edits,
    current: current ?? first,
    today: list?.today ?? '',
    currency,
    onEdit: edit,
    onMove: move,
    onWhy: setWhy,
  }
  const due = [...groups.due.rows, ...groups.soon.rows].map(({ variantId }) => variantId)
  return (
    <div ref={area}>
      <PageHeader
        title="What to order"
        subtitle={
          list ? (
            <>
              {total > 0 && dueWords(groups.due.rows.length, groups.soon.rows.length, isFiltered(shown))}{' '}
              <WithTimes>{stockAsOfWords(session)}</WithTimes>
            </>
          ) : (
            !groups.error && <PendingSubtitle />
          )
        }
        actions={<ExportList filter={filter} today={list?.today} />}
      />
      <OrderTabs />
      <LocationSwitch {...place} />
      {place.locations.length > 0 && (
        <MoveFirst location={place.location} quantitiesFor={list?.quantitiesFor} />
      )}
      <OrderFilters filter={shown} currency={currency} suppliers={suppliers} onChange={change} />
      {groups.error && (
        <ErrorState
          {...getOrderingFailure('load_order_list', groups.error)}
          retry={{ refetch: groups.retry, isFetching: groups.isFetching }}
        />
      )}
      {!groups.isComplete && !groups.error && <ListSkeleton />}
      {list !== undefined && (
        <ToMake rows={list.toMake} today={list.today} isShop={place.location !== undefined} />
      )}
      {groups.isComplete && total === 0 && (
        <NothingListed
          isFiltered={isFiltered(shown)}
          onClear={() => change({ search: undefined, ...noClasses })}
        />
      )}
      {groups.isComplete && total > 0 && list !== undefined && (
        <>
          {isFiltered(shown) && (
            <BulkActions count={due.length} target={{ kind: 'chosen', variantIds: due }} />
          )}
          <KeyHint />
          <ListNotes
            missing={belowMinimum(list.suppliers, lines)}
            beingPlanned={beingPlanned}
            rowsCut={list.totals.rowsCut}
          />
          {groups.due.rows.length === 0 && (
            <EmptyState
              icon={IconCircleCheck}
              title={isFiltered(shown) ? 'None of the products found is due now' : 'Nothing is due now'}
              hint={soonWords(groups.soon.rows.length)}
            />
          )}
          <OrderGroup due="due" rows={groups.due.rows} isBusy={groups.due.isPlaceholder} {...table} />
          <OrderGroup due="soon" rows={groups.soon.rows} isBusy={groups.soon.isPlaceholder} {...table} />
          <LaterGroup
            total={groups.later.data?.total ?? 0}
            isBusy={groups.later.isPlaceholderData}
            {...table}
          />
          <RunwayKey>
            <CoverageKey />
          </RunwayKey>
          <OrderDock
            sums={sums}
            withoutSupplier={unsold.length - beingPlanned}
            drafted={drafted.length}
            tooFew={drafted.filter(({ row }) => missingInDraft(row) > 0).length}
            currency={currency}
            budgetMinor={budgetMinor}
            isCreating={drafts.isPending}
            onCreate={create}
          />
        </>
      )}
      <WhyDialog
        row={why}
        change={why === null ? undefined : edits.get(why.variantId)?.change}
        today={table.today}
        currency={currency}
        onClose={() => setWhy(null)}
      />
    </div>
  )
}

const isFiltered = ({ budget: _, search, ...classes }: OrderListFilter) =>
  search !== undefined || isClassed(classes)

/** Says why the list is empty: the filters, or no forecast. */
function NothingListed({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <NoMatch hint="Try another search or filter." onClear={onClear} />
  ) : (
    <EmptyState
      icon={IconClock}
      title="No forecast yet"
      hint="A product is listed once it has a forecast. The first ones are made right after the first sync or import."
    />
  )
}

const soonWords = (count: number) =>
  count === 0 ? 'No order is due soon either.' : 'See what is due soon below.'

/** Returns the loaded rows with the merchant's changes, and changed rows of the groups that are not loaded. */
function getLines(rows: readonly OrderListRow[], edits: OrderEdits): OrderLine[] {
  const loaded = new Set(rows.map(({ variantId }) => variantId))
  const others = [...edits.values()]
    .map(({ row }) => row)
    .filter(({ variantId, due }) => due === 'not_yet' && !loaded.has(variantId))
  return [...rows, ...others].map((row) => ({
    row,
    order: plannedOrder(row, edits.get(row.variantId)?.change),
  }))
}

/** Saves the whole list with its filter as CSV. */
function ExportList({ filter, today }: { filter: OrderFilter; today: string | undefined }) {
  return (
    <DownloadButton
      endpoint={orderListApi.exportCsv}
      query={filter}
      fileName={`what-to-order-${today ?? ''}.csv`}
    >
      Export CSV
    </DownloadButton>
  )
}
