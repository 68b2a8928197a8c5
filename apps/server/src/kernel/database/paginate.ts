/** Which rows of a list a page shows. */
interface Part {
  limit: number
  offset: number
}

interface Page<Row> {
  rows: Row[]
  total: number
  page: number
  pageSize: number
}

/**
 * Reads one page of a list, and how long the whole list is, which the rows may tell. Pages are counted from 1.
 */
export async function paginate<Row>(
  { page, pageSize }: { page: number; pageSize: number },
  read: { rows(part: Part): Promise<Row[]>; total(rows: readonly Row[]): Promise<number> },
): Promise<Page<Row>> {
  const rows = await read.rows({ limit: pageSize, offset: (page - 1) * pageSize })
  return { rows, total: await read.total(rows), page, pageSize }
}
