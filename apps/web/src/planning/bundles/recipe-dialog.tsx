import { Button, Group, Input, NumberInput, SegmentedControl } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  type Bundle,
  MAX_BUNDLE_PARTS,
  MAX_MAKE_DAYS,
  MAX_PART_QUANTITY,
  type SaveBundle,
} from '@stockcast/contract'
import { keepFocus } from '../../ui/browser/keep-focus.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { type ChosenProduct, ProductChoices } from '../calendar/product-choices.tsx'
import { useRecipes } from './use-bundles.ts'

interface RecipeDialogProps {
  isOpen: boolean
  /** The product that is or becomes a bundle; null: it is chosen here. */
  product: ChosenProduct | null
  /** The stored recipe. */
  bundle: Bundle | null
  onClose: () => void
}

/** Asks which products a bundle consists of. */
export function RecipeDialog({ isOpen, onClose, ...rest }: RecipeDialogProps) {
  return (
    <FormModal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={keepFocus}
      title={rest.product === null ? 'Add bundle' : `Recipe of ${rest.product.title}`}
    >
      {isOpen && <Fields {...rest} onClose={onClose} />}
    </FormModal>
  )
}

type Part = ChosenProduct & { quantity: number | string }

interface Recipe {
  chosen: ChosenProduct | null
  kind: NonNullable<SaveBundle['kind']>
  makeDays: number | string
  validFrom: NonNullable<SaveBundle['validFrom']>
  parts: readonly Part[]
}

function Fields({ product, bundle, onClose }: Omit<RecipeDialogProps, 'isOpen'>) {
  const { save } = useRecipes()
  const form = useForm({
    initialValues: {
      chosen: product,
      kind: bundle?.kind === 'assembly' ? 'assembly' : 'virtual',
      makeDays: bundle?.makeDays ?? 1,
      validFrom: bundle === null ? 'always' : 'today',
      parts: bundle?.parts ?? [],
    } as Recipe,
    validate: getFaults,
    onValuesChange: () => form.clearErrors(),
  })
  const { chosen, kind, makeDays, validFrom, parts } = form.values
  const send = async (wanted: readonly Part[]) => {
    if (chosen === null) return
    const recipe = wanted.map(({ variantId, quantity }) => ({ variantId, quantity: Number(quantity) }))
    const days = kind === 'assembly' ? Number(makeDays) : 0
    const { variantId } = chosen
    if (await save.run({ variantId, wanted: { kind, makeDays: days, validFrom, parts: recipe } })) onClose()
  }
  return (
    <form className="form" onSubmit={form.onSubmit(() => send(parts))} noValidate>
      {product === null && (
        <ProductChoices
          label="Bundle"
          products={chosen === null ? [] : [chosen]}
          error={form.errors.chosen}
          onChange={(next) => form.setFieldValue('chosen', next.at(-1) ?? null)}
        />
      )}
      <SegmentedControl
        aria-label="Kind"
        {...form.getInputProps('kind')}
        data={[
          { value: 'virtual', label: 'Put together when sold' },
          { value: 'assembly', label: 'Made in advance' },
        ]}
      />
      <p className="quiet">
        {kind === 'virtual'
          ? 'A bundle like this has no stock of its own. The stock of its parts limits how many you can sell, and each sale uses up parts.'
          : 'It has stock of its own. What to order says when to make more, and its sales are demand for its parts.'}
      </p>
      {kind === 'assembly' && (
        <NumberInput
          label="Days to make it"
          min={0}
          max={MAX_MAKE_DAYS}
          clampBehavior="none"
          allowDecimal={false}
          {...form.getInputProps('makeDays')}
        />
      )}
      <ProductChoices
        label="Parts"
        products={parts}
        error={form.errors.parts}
        onChange={(next) =>
          form.setFieldValue(
            'parts',
            next.map(
              (one) => parts.find((part) => part.variantId === one.variantId) ?? { ...one, quantity: 1 },
            ),
          )
        }
      />
      {parts.map((part, i) => (
        <NumberInput
          key={part.variantId}
          label={`${part.title}: units per bundle`}
          min={1}
          max={MAX_PART_QUANTITY}
          clampBehavior="none"
          allowDecimal={false}
          {...form.getInputProps(`parts.${i}.quantity`)}
        />
      ))}
      <Input.Wrapper label="Sales the recipe applies to" labelElement="div">
        <SegmentedControl
          aria-label="Sales the recipe applies to"
          fullWidth
          {...form.getInputProps('validFrom')}
          data={[
            { value: 'always', label: 'Past sales too' },
            { value: 'today', label: 'Sales from today' },
          ]}
        />
      </Input.Wrapper>
      <Group className="formActions" justify="flex-end" gap={8}>
        {bundle !== null && (
          <Button
            variant="subtle"
            color="vermilion"
            mr="auto"
            loading={save.isPending}
            onClick={() => void send([])}
          >
            Remove recipe
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={save.isPending}>
          Save
        </Button>
      </Group>
    </form>
  )
}

const QUANTITY_FAULT = `Enter a whole number from 1 to ${MAX_PART_QUANTITY.toLocaleString('en-US')}.`

const isQuantity = (quantity: number | string) =>
  Number.isInteger(Number(quantity)) && Number(quantity) >= 1 && Number(quantity) <= MAX_PART_QUANTITY

function getFaults({ chosen, parts, kind, makeDays }: Recipe) {
  const days = Number(makeDays)
  const isDays = makeDays !== '' && Number.isInteger(days) && days >= 0 && days <= MAX_MAKE_DAYS
  const quantities = parts.map(({ quantity }, i) => [
    `parts.${i}.quantity`,
    isQuantity(quantity) ? null : QUANTITY_FAULT,
  ])
  return {
    chosen: chosen === null ? 'Choose the product that is a bundle.' : null,
    parts:
      parts.length === 0
        ? 'Choose at least one part.'
        : parts.length > MAX_BUNDLE_PARTS
          ? `Choose up to ${MAX_BUNDLE_PARTS} parts.`
          : parts.some(({ variantId }) => variantId === chosen?.variantId)
            ? 'A bundle cannot be a part of itself.'
            : null,
    makeDays: kind === 'virtual' || isDays ? null : `Enter a whole number from 0 to ${MAX_MAKE_DAYS}.`,
    ...Object.fromEntries(quantities),
  }
}
