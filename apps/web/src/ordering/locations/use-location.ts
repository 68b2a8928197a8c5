import { useLocalStorage } from '@mantine/hooks'
import type { Locations } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { locationsQuery } from './location-queries.ts'

const STORAGE_KEY = 'stockcast.location'

export type Location = Locations['locations'][number]

/** Returns the locations of a shop with several; none of a shop with one, which sees nothing of them. */
export function useLocations(): readonly Location[] {
  const { data } = useQuery(locationsQuery)
  return data && data.locations.length > 1 ? data.locations : []
}

/** Returns the location whose figures lists show, as remembered by this browser; undefined for the whole shop. */
export function useLocation() {
  const locations = useLocations()
  const [kept, keep] = useLocalStorage<string>({
    key: STORAGE_KEY,
    defaultValue: '',
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (value) => value ?? '',
  })
  // What is kept may be a location of another shop, or one that is gone.
  const location = locations.find(({ id }) => String(id) === kept)
  return {
    locations,
    location,
    choose: (id: number | undefined) => keep(id === undefined ? '' : String(id)),
  }
}
