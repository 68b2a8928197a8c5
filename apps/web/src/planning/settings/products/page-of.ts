import { variantSettingsQuery } from '../../../api/queries.ts'
import { PAGE_SIZE } from '../../../ui/table/page-window.ts'
import type { Filter } from './selection.ts'

export const getPage = (filter: Filter, page: number) =>
  variantSettingsQuery({ ...filter, page, pageSize: PAGE_SIZE })
