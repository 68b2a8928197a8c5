import { Button, Group, Modal } from '@mantine/core'
import { type Settings, settingsApi } from '@stockcast/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { queryKeys, variantSettingsQuery } from '../../../api/queries.ts'
import { useMutation, useReload } from '../../../api/use-mutation.ts'
import { useUndoSettings } from '../../../ordering/groups/use-undo-settings.ts'
import { formatCount } from '../../../ui/format/numbers.ts'
import { notifySuccess, notifyUndoable, tellFailure } from '../../../ui/messages/notify.tsx'
import { appliedMessage, defaultsWords } from '../../../ui/messages/settings-texts.ts'

interface ApplyDialogProps {
  /** The values in the form, saved or not; null while closed. */
  settings: Settings | null
  onClose: () => void
  onApplied: () => void
}

/** Asks first, and says how many products lose settings of their own (G-02). */
export function ApplyDialog({ settings, onClose, onApplied }: ApplyDialogProps) {
  return (
    <Modal opened={settings !== null} onClose={onClose} title="Apply to all products?">
      {settings && <ApplyQuestion settings={settings} onClose={onClose} onApplied={onApplied} />}
    </Modal>
  )
}

function ApplyQuestion({ settings, onClose, onApplied }: ApplyDialogProps & { settings: Settings }) {
  const reload = useReload(queryKeys.settings)
  const undo = useUndoSettings(reload)
  const { data } = useQuery({ ...variantSettingsQuery({ only: 'overridden', pageSize: 1 }), staleTime: 0 })
  const apply = useMutation({
    mutationFn: () => call(settingsApi.apply, { body: settings }),
    onSuccess: ({ undoId }) => {
      if (undoId === null) notifySuccess(appliedMessage(settings))
      else notifyUndoable(appliedMessage(settings), () => undo(undoId))
      onApplied()
      onClose()
    },
    onError: tellFailure('apply_settings'),
    onSettled: reload,
  })
  return (
    <>
      <p style={{ marginBottom: '1em' }}>
        Every product will use {defaultsWords(settings)}, except where its supplier has its own lead time or
        cover. {overridesWords(data?.counts.overridden)}
      </p>
      <Group justify="flex-end" gap={8}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="filled"
          onClick={() => apply.mutate()}
          loading={apply.isPending}
          disabled={data === undefined}
        >
          Apply to all products
        </Button>
      </Group>
    </>
  )
}

function overridesWords(count: number | undefined): string {
  if (count === undefined) return 'Counting the products with settings of their own…'
  if (count === 0) return 'No product has its own settings.'
  return `${formatCount(count, 'product')} with settings of ${count === 1 ? 'its' : 'their'} own will lose them.`
}
