import { Button } from '@mantine/core'
import { type Scorecard, scorecardApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useIsOwner } from '../../session/use-session.ts'
import { notifySuccess, tellFailure } from '../../ui/messages/notify.tsx'
import { successMessages } from '../../ui/messages/success-messages.ts'
import { CautionSlider } from './caution-slider.tsx'
import classes from './scorecard.module.css'
import type { Step } from './scorecard-figures.ts'

/**
 * Sets the sensitivity, from quiet to cautious. Moving the slider redraws the scorecard; alerts follow when
 * the position is saved.
 */
export function SensitivityControl({
  steps,
  position,
  saved,
  onPosition,
}: {
  steps: readonly Step[]
  position: number
  /** Position that the alerts use now. */
  saved: number
  onPosition: (position: number) => void
}) {
  const { save, isSaving } = useSaveSensitivity()
  const isOwner = useIsOwner()
  const serviceLevel = steps[position]?.serviceLevel ?? 0.9
  const isSaved = position === saved

  return (
    <div className={classes.control}>
      <CautionSlider
        levels={steps.map((step) => step.serviceLevel)}
        position={position}
        saved={saved}
        onPosition={onPosition}
      />
      <div className={classes.decide}>
        {isSaved ? (
          <span className="muted small">
            Your alerts use this setting.{!isOwner && ' Only the owner of this shop can choose another.'}
          </span>
        ) : (
          <>
            <WriteButton
              least="owner"
              variant="filled"
              size="xs"
              loading={isSaving}
              onClick={() => save(serviceLevel)}
            >
              Use this setting
            </WriteButton>
            <Button variant="subtle" size="xs" onClick={() => onPosition(saved)}>
              Back
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** Saves the service level that alerts and order dates use. */
function useSaveSensitivity() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (serviceLevel: number) => call(scorecardApi.saveSensitivity, { body: { serviceLevel } }),
    onSuccess: ({ serviceLevel }) => {
      queryClient.setQueryData<Scorecard>(queryKeys.scorecard, (card) => card && { ...card, serviceLevel })
      notifySuccess(successMessages.sensitivitySaved)
    },
    onError: tellFailure('save_sensitivity'),
  })
  return { save: mutate, isSaving: isPending }
}
