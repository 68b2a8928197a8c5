import { abcClasses, xyzClasses } from '@stockcast/contract'
import { FilterSelect } from '../ui/filter-bar.tsx'

export type AbcClass = (typeof abcClasses)[number]
export type XyzClass = (typeof xyzClasses)[number]

export interface ClassFilter {
  abc?: AbcClass | undefined
  xyz?: XyzClass | undefined
}

const abcLabels: Record<AbcClass | 'all', string> = {
  all: 'Any margin',
  a: 'A: 80% of margin',
  b: 'B: next 15%',
  c: 'C: last 5%',
}
const xyzLabels: Record<XyzClass | 'all', string> = {
  all: 'Any pattern',
  x: 'X: even sales',
  y: 'Y: varying sales',
  z: 'Z: rare or irregular',
}

/** Filters products by how much margin they make and by how even their sales are. */
export function ClassSelects({
  filter,
  onChange,
}: {
  filter: ClassFilter
  onChange: (change: ClassFilter) => void
}) {
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
    </>
  )
}

/** Returns the classes that an address names; anything else is no filter. */
export function getClassFilter(search: { abc?: string | undefined; xyz?: string | undefined }): ClassFilter {
  return {
    abc: abcClasses.find((each) => each === search.abc),
    xyz: xyzClasses.find((each) => each === search.xyz),
  }
}
