import { Skeleton } from '@mantine/core'
import { abcClasses, type GroupFilter, type GroupKind, type ViewList, xyzClasses } from '@stockcast/contract'
import { lazy, Suspense } from 'react'
import { FilterSelect } from '../ui/filter-bar.tsx'
import type { HiddenColumns } from './groups/saved-views.tsx'

export type AbcClass = (typeof abcClasses)[number]
export type XyzClass = (typeof xyzClasses)[number]

/** The classes and groups by which lists of products are filtered. */
export type ClassFilter = GroupFilter

const GroupSelects = lazy(() => import('./groups/group-selects.tsx'))
const SavedViews = lazy(() => import('./groups/saved-views.tsx'))

export const abcLabels: Record<AbcClass | 'all', string> = {
  all: 'Any margin',
  a: 'A: first 80%',
  b: 'B: next 15%',
  c: 'C: last 5%',
}
export const xyzLabels: Record<XyzClass | 'all', string> = {
  all: 'Any pattern',
  x: 'X: even sales',
  y: 'Y: varying sales',
  z: 'Z: rare or irregular',
}

interface ClassSelectsProps {
  filter: ClassFilter
  onChange: (change: ClassFilter) => void
  /** The list whose views can be saved. */
  list?: ViewList
  /** A kind that the list filters in a place of its own. */
  without?: GroupKind
  columns?: HiddenColumns
}

/** Filters products by how much margin they make, how even their sales are, and by their groups; offers the saved views. */
export function ClassSelects({ filter, onChange, ...tools }: ClassSelectsProps) {
  return (
    <>
      <FilterSelect
        label="Share of margin"
        width={172}
        choices={abcLabels}
        value={filter.abc ?? 'all'}
        onChange={(abc) => onChange({ abc })}
      />
      <FilterSelect
        label="Evenness of sales"
        width={172}
        choices={xyzLabels}
        value={filter.xyz ?? 'all'}
        onChange={(xyz) => onChange({ xyz })}
      />
      <ListTools filter={filter} onChange={onChange} {...tools} />
    </>
  )
}

/** Shows the selects for groups, and the saved views of a list if it has any. */
export function ListTools({ filter, onChange, list, without, columns }: ClassSelectsProps) {
  return (
    <Suspense fallback={<Skeleton h={36} w={88} />}>
      <GroupSelects filter={filter} onChange={onChange} without={without} />
      {list && <SavedViews list={list} columns={columns} />}
    </Suspense>
  )
}

type InAddress = { abc?: string | undefined; xyz?: string | undefined } & Omit<GroupFilter, 'abc' | 'xyz'>

/** Returns the classes and groups that an address names; anything else is no filter. */
export function getClassFilter(search: InAddress): ClassFilter {
  const { vendor, supplier, tag, collection } = search
  return {
    vendor,
    supplier,
    tag,
    collection,
    abc: abcClasses.find((each) => each === search.abc),
    xyz: xyzClasses.find((each) => each === search.xyz),
  }
}

/** Filters by no class and no group. */
export const noClasses = getClassFilter({})

export const isClassed = (filter: ClassFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)
