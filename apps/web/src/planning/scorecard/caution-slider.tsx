import { Group, Slider } from '@mantine/core'
import classes from './scorecard.module.css'
import { orderDatesWords, positionWords } from './scorecard-words.ts'

interface CautionSliderProps {
  levels: readonly number[]
  position: number
  /** Position that the alerts use now. */
  saved: number
  onPosition: (position: number) => void
}

/** Chooses the service level, from quiet to cautious, and says what it means. */
export function CautionSlider({ levels, position, saved, onPosition }: CautionSliderProps) {
  const serviceLevel = levels[position] ?? 0.9
  return (
    <>
      <Group gap={14} wrap="nowrap" fz="sm">
        <span aria-hidden="true">Quiet</span>
        <Slider
          className={classes.track}
          min={0}
          max={levels.length - 1}
          value={position}
          onChange={onPosition}
          label={null}
          marks={[{ value: saved }]}
          thumbLabel="From quiet to cautious"
          thumbValueText={positionWords(serviceLevel)}
        />
        <span aria-hidden="true">Cautious</span>
      </Group>
      <p className={classes.meaning}>
        {positionWords(serviceLevel)} {orderDatesWords(serviceLevel)}
      </p>
    </>
  )
}
