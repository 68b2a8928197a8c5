import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { useLoadedRows } from '../../ui/table/use-loaded-rows.ts'
import { GroupHead } from './order-group.tsx'
import { OrderTable } from './order-table.tsx'
import { dueLabels } from './order-words.ts'
import { laterPageQuery, type OrderFilter } from './use-order-groups.ts'

interface LaterGroupProps
  extends Omit<Parameters<typeof OrderTable>[0], 'label' | 'selectAll' | 'rows' | 'onPages'> {
  filter: OrderFilter
}

/** Shows how many products need no order yet; the table is loaded once it is opened. */
export function LaterGroup({ filter, ...table }: LaterGroupProps) {
  const [isOpen, setOpen] = useState(false)
  if (table.total === 0) return null
  return (
    <Box component="section" mb={36} aria-labelledby="group-not_yet">
      <GroupHead
        due="not_yet"
        total={table.total}
        aside={
          <Button size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        }
      />
      {isOpen && <LaterTable filter={filter} {...table} />}
    </Box>
  )
}

function LaterTable({ filter, ...table }: LaterGroupProps) {
  const [pages, setPages] = useState('1')
  const rows = useLoadedRows({ filter, wanted: pages, getQuery: (page) => laterPageQuery(filter, page) })
  return <OrderTable label={dueLabels.not_yet} rows={rows} onPages={setPages} {...table} />
}
