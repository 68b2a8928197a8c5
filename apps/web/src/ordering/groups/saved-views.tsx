import { Button, Menu, Modal, TextInput } from '@mantine/core'
import { MAX_VIEW_NAME, type SavedView, type ViewList, viewsApi } from '@stockcast/contract'
import { IconBookmark, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { queryKeys, viewsQuery } from '../../api/queries.ts'
import { useMutation, useReload } from '../../api/use-mutation.ts'
import { useReadOnly } from '../../session/use-read-only.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'

/** The columns of a list that are hidden. */
export interface HiddenColumns {
  hidden: readonly string[]
  hide: (columns: string[]) => void
}

interface SavedViewsProps {
  list: ViewList
  columns?: HiddenColumns | undefined
}

type Content = Pick<SavedView, 'search' | 'hidden'>

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
/** Parameters that no view keeps: where somebody is in a list, and what belongs to another part of the page. */
const notKept = ['page', 'show', 'tab', 'variantId']

/** Opens the views of a list, and saves the present one; shows nothing if there is nothing to save or open. */
export default function SavedViews({ list, columns }: SavedViewsProps) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const mayChange = useReadOnly() === null
  const { data } = useQuery(viewsQuery)
  const [edited, setEdited] = useState<SavedView | 'new' | null>(null)
  const views = (data?.views ?? []).filter((view) => view.list === list)
  const content: Content = { search: getContent(search), hidden: [...(columns?.hidden ?? [])] }
  const isPlain = Object.keys(content.search).length === 0 && content.hidden.length === 0
  if (data === undefined || (views.length === 0 && (isPlain || !mayChange))) return null
  const current = views.find((view) => isSame(view, content))
  const open = (view: SavedView) => {
    columns?.hide(view.hidden)
    const kept = Object.fromEntries(Object.entries(search).filter(([key]) => key === 'tab'))
    void navigate({
      to: '.',
      search: { ...kept, ...view.search } as never,
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button leftSection={<IconBookmark {...icon} />}>{current?.name ?? 'Views'}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item key={view.id} onClick={() => open(view)} aria-current={view.id === current?.id}>
              {view.name}
            </Menu.Item>
          ))}
          {mayChange && views.length > 0 && <Menu.Divider />}
          {mayChange && !isPlain && current === undefined && (
            <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => setEdited('new')}>
              Save this view
            </Menu.Item>
          )}
          {mayChange && current !== undefined && (
            <>
              <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setEdited(current)}>
                Rename this view
              </Menu.Item>
              <DeleteItem view={current} />
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Save this view' : 'Rename this view'}
      >
        {edited !== null && (
          <NameForm list={list} content={content} view={edited} onDone={() => setEdited(null)} />
        )}
      </Modal>
    </>
  )
}

function DeleteItem({ view }: { view: SavedView }) {
  const reload = useReload(queryKeys.views)
  const remove = useMutation({
    mutationFn: () => call(viewsApi.remove, { params: { id: view.id } }),
    onSuccess: () => notifySuccess({ title: 'View deleted', message: '' }),
    onError: (error) => notifyFailure(getOrderingFailure('save_view', error)),
    onSettled: reload,
  })
  return (
    <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => remove.mutate()}>
      Delete this view
    </Menu.Item>
  )
}

interface NameFormProps {
  list: ViewList
  content: Content
  view: SavedView | 'new'
  onDone: () => void
}

function NameForm({ list, content, view, onDone }: NameFormProps) {
  const [name, setName] = useState(view === 'new' ? '' : view.name)
  const reload = useReload(queryKeys.views)
  const save = useMutation({
    mutationFn: () =>
      view === 'new'
        ? call(viewsApi.create, { body: { list, name, ...content } })
        : call(viewsApi.rename, { params: { id: view.id }, body: { name } }),
    onSuccess: () => {
      notifySuccess({ title: view === 'new' ? 'View saved' : 'View renamed', message: '' })
      onDone()
    },
    onSettled: reload,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') save.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label="Name"
        description="Everybody in the shop sees it."
        data-autofocus
        autoComplete="off"
        maxLength={MAX_VIEW_NAME}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {save.isError && <ErrorState {...getOrderingFailure('save_view', save.error)} />}
      <FormActions onCancel={onDone} isBusy={save.isPending} isDisabled={name.trim() === ''} mt={16}>
        Save
      </FormActions>
    </form>
  )
}

/** Returns what of an address belongs to a view, as text. */
function getContent(search: Record<string, unknown>): Content['search'] {
  return Object.fromEntries(
    Object.entries(search)
      .filter(([key, value]) => value !== undefined && !notKept.includes(key))
      .map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  )
}

/** Returns whether a view shows the same, whatever the order of its parameters. */
function isSame(view: Content, content: Content): boolean {
  const text = ({ search, hidden }: Content) =>
    JSON.stringify([
      Object.entries(search)
        .map(([key, value]) => [key, [value].flat()])
        .sort(),
      [...hidden].sort(),
    ])
  return text(view) === text(content)
}
