import { Box, Title } from '@mantine/core'
import type { ProductDetail } from '@stockcast/contract'
import { Waterfall } from '../../../charts/parts/waterfall.tsx'
import { medianWords, partSteps, partsCaption } from './explanation-words.ts'

/** Shows what each cause adds to the expected demand; nothing where no cause is known. */
export function PartsSection({ detail }: { detail: ProductDetail }) {
  const explanation = detail.forecast?.explanation
  if (!explanation) return null
  const { steps, total } = partSteps(explanation)
  const median = medianWords(explanation)
  const isChanged = (detail.forecast?.baseline.length ?? 0) > 0
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="parts">
      <Title order={2} id="parts" mb={4}>
        What the forecast is made of
      </Title>
      <Waterfall
        caption={partsCaption(explanation) + (isChanged ? ', before it was changed by hand' : '')}
        steps={steps}
        total={{ name: 'Expected', shown: total }}
      />
      {median !== null && (
        <Box component="p" mt={8} className="quiet">
          {median}
        </Box>
      )}
    </section>
  )
}
