import { Button, Group, Input, NumberInput, SegmentedControl } from '@mantine/core'
import {
  type Bundle,
  MAX_BUNDLE_PARTS,
  MAX_MAKE_DAYS,
  MAX_PART_QUANTITY,
  type SaveBundle,
} from '@stockcast/contract'
import { type FormEvent, useState } from 'react'
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

function Fields({ product, bundle, onClose }: Omit<RecipeDialogProps, 'isOpen'>) {
  const { save } = useRecipes()
  const [chosen, setChosen] = useState(product)
  const [kind, setKind] = useState<NonNullable<SaveBundle['kind']>>(
    bundle?.kind === 'assembly' ? 'assembly' : 'virtual',
  )
  const [makeDays, setMakeDays] = useState<number | string>(bundle?.makeDays ?? 1)
  const [validFrom, setValidFrom] = useState<NonNullable<SaveBundle['validFrom']>>(
    bundle === null ? 'always' : 'today',
  )
  const [parts, setParts] = useState<readonly Part[]>(bundle?.parts ?? [])
  const [isChecked, setIsChecked] = useState(false)
  const faults = getFaults({ chosen, parts, kind, makeDays })
  const shownFault = (fault: string | null) => (isChecked ? fault : null)
  const send = async (wanted: readonly Part[]) => {
    if (chosen === null) return
    const recipe = wanted.map(({ variantId, quantity }) => ({ variantId, quantity: Number(quantity) }))
    const days = kind === 'assembly' ? Number(makeDays) : 0
    const { variantId } = chosen
    if (await save.run({ variantId, wanted: { kind, makeDays: days, validFrom, parts: recipe } })) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (Object.values(faults).every((fault) => fault === null)) void send(parts)
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      {product === null && (
        <ProductChoices
          label="Bundle"
          products={chosen === null ? [] : [chosen]}
          error={shownFault(faults.bundle)}
          onChange={(next) => setChosen(next.at(-1) ?? null)}
        />
      )}
      <SegmentedControl
        aria-label="Kind"
        value={kind}
        onChange={(next) => setKind(next as typeof kind)}
        data={[
          { value: 'virtual', label: 'Put together when sold' },
          { value: 'assembly', label: 'Made in advance' },
        ]}
      />
      <p className="quiet">
        {kind === 'virtual'
          ? 'It has no stock of its own: its parts decide how many can be sold, and its sales are demand for them.'
          : 'It has stock of its own. What to order says when to make more, and its sales are demand for its parts.'}
      </p>
      {kind === 'assembly' && (
        <NumberInput
          label="Days to make it"
          min={0}
          max={MAX_MAKE_DAYS}
          clampBehavior="none"
          allowDecimal={false}
          value={makeDays}
          error={shownFault(faults.makeDays)}
          onChange={setMakeDays}
        />
      )}
      <ProductChoices
        label="Parts"
        products={parts}
        error={shownFault(faults.parts)}
        onChange={(next) =>
          setParts(
            next.map(
              (one) => parts.find((part) => part.variantId === one.variantId) ?? { ...one, quantity: 1 },
            ),
          )
        }
      />
      {parts.map((part) => (
        <NumberInput
          key={part.variantId}
          label={`${part.title}: units per bundle`}
          min={1}
          max={MAX_PART_QUANTITY}
          clampBehavior="none"
          allowDecimal={false}
          value={part.quantity}
          error={shownFault(isQuantity(part.quantity) ? null : QUANTITY_FAULT)}
          onChange={(quantity) =>
            setParts(parts.map((each) => (each.variantId === part.variantId ? { ...each, quantity } : each)))
          }
        />
      ))}
      <Input.Wrapper label="Sales the recipe applies to" labelElement="div">
        <SegmentedControl
          aria-label="Sales the recipe applies to"
          fullWidth
          value={validFrom}
          onChange={(next) => setValidFrom(next as typeof validFrom)}
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

function getFaults(typed: {
  chosen: ChosenProduct | null
  parts: readonly Part[]
  kind: NonNullable<SaveBundle['kind']>
  makeDays: number | string
}) {
  const { chosen, parts, kind, makeDays } = typed
  const days = Number(makeDays)
  const isDays = makeDays !== '' && Number.isInteger(days) && days >= 0 && days <= MAX_MAKE_DAYS
  return {
    bundle: chosen === null ? 'Choose the product that is a bundle.' : null,
    parts:
      parts.length === 0
        ? 'Choose at least one part.'
        : parts.length > MAX_BUNDLE_PARTS
          ? `Choose up to ${MAX_BUNDLE_PARTS} parts.`
          : parts.some(({ variantId }) => variantId === chosen?.variantId)
            ? 'A bundle cannot be a part of itself.'
            : null,
    quantities: parts.every(({ quantity }) => isQuantity(quantity)) ? null : QUANTITY_FAULT,
    makeDays: kind === 'virtual' || isDays ? null : `Enter a whole number from 0 to ${MAX_MAKE_DAYS}.`,
  }
}
