import { Button } from '@mantine/core'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { useIsOwner } from '../../session/use-session.ts'
import { CautionSlider } from './caution-slider.tsx'
import classes from './scorecard.module.css'
import type { Step } from './scorecard-figures.ts'
import { useSaveSensitivity } from './use-save-sensitivity.ts'

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
          <span className={classes.inUse}>
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
